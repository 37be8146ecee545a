/**
 * Checks every screen and sheet of the members' app automatically. Nothing is cut, covered or broken, nothing
 * scrolls sideways, and every target can be reached. `make look` checks every size, text size and language.
 * LOOK=fold checks which content is visible without scrolling, in one size. Without LOOK the test checks the
 * narrowest phone, and each group of screens in one language.
 */
import { test, expect } from '../journey';
import { captureMemberCare, createMemberWithCare } from '../screens-care';
import { captureGuestChat } from '../screens-chat';
import { captureMemberGames, createMemberWithGames } from '../screens-games';
import { captureMemberMoney, createMemberWithMoney } from '../screens-money';
import { captureMemberRewards, createMemberWithDeposit } from '../screens-rewards';
import { captureMemberSpins, createMemberWithSpins } from '../screens-spin';
import type { Locale } from '../screens-texts';
import {
  captureInstallSteps,
  captureMemberPages,
  capturePublicPages,
  storeTokenAndAgreement,
} from '../screens-pages';
import { ScreenChecker, type Views } from './screen-checker';

type ScreenGroup = 'guest' | 'member' | 'money' | 'games' | 'care' | 'rewards' | 'spin';
type Plan = Record<ScreenGroup, Partial<Record<Locale, Views>>>;

const WHOLE: Plan = (() => {
  const sizes = [
    { width: 320, height: 568 },
    { width: 360, height: 640 },
    { width: 390, height: 844 },
    { width: 412, height: 915 },
    { width: 768, height: 1024 },
  ];
  const views = { sizes, textSizes: [100, 130, 200] };
  const all = { th: views, lo: views, en: views };
  return { guest: all, member: all, money: all, games: all, care: all, rewards: all, spin: all };
})();

const narrowest = (...textSizes: number[]): Views => ({
  sizes: [{ width: 320, height: 568 }],
  textSizes,
});

/** The default plan: each group of screens uses one language. */
const DEFAULT_PLAN: Plan = {
  guest: { lo: narrowest(100, 200) },
  member: { th: narrowest(100, 200) },
  money: { en: narrowest(100, 200) },
  games: { lo: narrowest(100, 200) },
  care: { en: narrowest(100, 200) },
  rewards: { lo: narrowest(100, 200) },
  spin: { lo: narrowest(100, 200) },
};

/** The plan of LOOK=fold: checks which content is visible without scrolling, in one size. */
const FOLD: Plan = (() => {
  const views = { sizes: [{ width: 360, height: 640 }], textSizes: [100] };
  const all = { th: views, lo: views, en: views };
  return { guest: all, member: all, money: all, games: all, care: all, rewards: all, spin: all };
})();

const plans: Record<string, Plan> = { whole: WHOLE, fold: FOLD };
const plan = plans[process.env.LOOK ?? ''] ?? DEFAULT_PLAN;

const viewsOf = (group: ScreenGroup) => Object.entries(plan[group]) as [Locale, Views][];

test.use({ trace: 'off' });
// A test has hundreds of checks, on a machine with other work.
test.describe.configure({ timeout: process.env.LOOK === 'whole' ? 2_400_000 : 900_000 });

for (const [locale, views] of viewsOf('guest')) {
  test(`${locale}: the guests’ pages are readable and reachable`, async ({ page }) => {
    const checker = await ScreenChecker.on(page, locale, views);
    await capturePublicPages(page, checker.screenCheck(page), 3 + Math.floor(Math.random() * 6));
    await captureGuestChat(page, checker.screenCheck(page));
    expect(checker.report()).toEqual([]);
  });
}

for (const [locale, views] of viewsOf('member')) {
  test(`${locale}: a member's pages and sheets are readable and reachable`, async ({ page }) => {
    const checker = await ScreenChecker.on(page, locale, views);
    await page.goto('/login');
    await page.locator('h1').waitFor();
    await captureMemberPages(page, checker.screenCheck(page), locale);
    expect(checker.report()).toEqual([]);
  });

  test(`${locale}: the installation steps are readable and reachable`, async ({ page, browser }) => {
    const checker = await ScreenChecker.on(page, locale, views);
    await captureInstallSteps(
      browser,
      async (screen, other) => {
        await checker.preparePage(other!);
        await other!.reload();
        await other!.getByRole('dialog').waitFor();
        await checker.screenCheck(other!)(screen);
      },
      locale,
    );
    expect(checker.report()).toEqual([]);
  });
}

for (const [locale, views] of viewsOf('money')) {
  test(`${locale}: the deposit methods and the withdrawal are readable and reachable`, async ({ page }) => {
    const checker = await ScreenChecker.on(page, locale, views);
    const member = await createMemberWithMoney();
    await page.goto('/login');
    await page.locator('h1').waitFor();
    await storeTokenAndAgreement(page, member);
    await captureMemberMoney(page, checker.screenCheck(page), locale);
    expect(checker.report()).toEqual([]);
  });
}

for (const [locale, views] of viewsOf('games')) {
  test(`${locale}: the games are readable and reachable`, async ({ page }) => {
    const brief = plan === DEFAULT_PLAN;
    const checker = await ScreenChecker.on(page, locale, views);
    const member = await createMemberWithGames({ brief });
    await page.goto('/login');
    await page.locator('h1').waitFor();
    await storeTokenAndAgreement(page, member);
    await captureMemberGames(page, checker.screenCheck(page), { brief });
    expect(checker.report()).toEqual([]);
  });
}

for (const [locale, views] of viewsOf('care')) {
  test(`${locale}: the steps to a break are readable and reachable`, async ({ page }) => {
    const checker = await ScreenChecker.on(page, locale, views);
    const member = await createMemberWithCare();
    await page.goto('/login');
    await page.locator('h1').waitFor();
    await storeTokenAndAgreement(page, member);
    await captureMemberCare(page, member, checker.screenCheck(page), { brief: plan === DEFAULT_PLAN });
    expect(checker.report()).toEqual([]);
  });
}

for (const [locale, views] of viewsOf('spin')) {
  test(`${locale}: the wheel is readable and reachable`, async ({ page }) => {
    const checker = await ScreenChecker.on(page, locale, views);
    const member = await createMemberWithSpins();
    await page.goto('/login');
    await page.locator('h1').waitFor();
    await storeTokenAndAgreement(page, member);
    await captureMemberSpins(page, checker.screenCheck(page));
    expect(checker.report()).toEqual([]);
  });
}

for (const [locale, views] of viewsOf('rewards')) {
  test(`${locale}: bonuses, friends and refunds are readable and reachable`, async ({ page }) => {
    const checker = await ScreenChecker.on(page, locale, views);
    const member = await createMemberWithDeposit();
    await page.goto('/login');
    await page.locator('h1').waitFor();
    await storeTokenAndAgreement(page, member);
    await captureMemberRewards(page, checker.screenCheck(page));
    expect(checker.report()).toEqual([]);
  });
}
