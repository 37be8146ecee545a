/**
 * Checks every screen and sheet of the members' app automatically. Nothing is cut, covered or broken, nothing
 * scrolls sideways, and every target can be reached. `make look` checks every size, text size and language.
 * LOOK=fold checks only the size in which the fold is measured. Without LOOK the test checks the narrowest
 * phone, and each walk in one language.
 */
import { test, expect } from '../journey';
import { memberCare, memberWithCare } from '../screens-care';
import { visitorChat } from '../screens-chat';
import { captureMemberGames, createMemberWithGames } from '../screens-games';
import { memberMoney, memberWithMoney } from '../screens-money';
import { memberRewards, memberWithDeposit } from '../screens-rewards';
import { memberSpins, memberWithSpins } from '../screens-spin';
import type { Locale } from '../screens-texts';
import { installSteps, memberPages, publicPages, signIn } from '../screens-walk';
import { Looker, type Views } from './looker';

type ScreenWalk = 'visitor' | 'member' | 'money' | 'games' | 'care' | 'rewards' | 'spin';
type Plan = Record<ScreenWalk, Partial<Record<Locale, Views>>>;

const WHOLE: Plan = (() => {
  const sizes = [
    { width: 320, height: 568 },
    { width: 360, height: 640 },
    { width: 390, height: 844 },
    { width: 412, height: 915 },
    { width: 768, height: 1024 },
  ];
  const views = { sizes, texts: [100, 130, 200] };
  const all = { th: views, lo: views, en: views };
  return { visitor: all, member: all, money: all, games: all, care: all, rewards: all, spin: all };
})();

const narrowest = (...texts: number[]): Views => ({ sizes: [{ width: 320, height: 568 }], texts });

/** The default plan: each walk uses another language. */
const FIXED: Plan = {
  visitor: { lo: narrowest(100, 200) },
  member: { th: narrowest(100, 200) },
  money: { en: narrowest(100, 200) },
  games: { lo: narrowest(100, 200) },
  care: { en: narrowest(100, 200) },
  rewards: { lo: narrowest(100, 200) },
  spin: { lo: narrowest(100, 200) },
};

/** The plan of LOOK=fold: checks which content is visible without scrolling, in one size. */
const FOLD: Plan = (() => {
  const views = { sizes: [{ width: 360, height: 640 }], texts: [100] };
  const all = { th: views, lo: views, en: views };
  return { visitor: all, member: all, money: all, games: all, care: all, rewards: all, spin: all };
})();

const plans: Record<string, Plan> = { whole: WHOLE, fold: FOLD };
const plan = plans[process.env.LOOK ?? ''] ?? FIXED;

const each = (walk: ScreenWalk) => Object.entries(plan[walk]) as [Locale, Views][];

test.use({ trace: 'off' });
// A walk has hundreds of checks, on a machine with other work.
test.describe.configure({ timeout: process.env.LOOK === 'whole' ? 2_400_000 : 900_000 });

for (const [locale, of] of each('visitor')) {
  test(`${locale}: the visitors’ pages are readable and reachable`, async ({ page }) => {
    const looker = await Looker.on(page, locale, of);
    await publicPages(page, looker.shot(page), 3 + Math.floor(Math.random() * 6));
    await visitorChat(page, looker.shot(page));
    expect(looker.report()).toEqual([]);
  });
}

for (const [locale, of] of each('member')) {
  test(`${locale}: a member's pages and sheets are readable and reachable`, async ({ page }) => {
    const looker = await Looker.on(page, locale, of);
    await page.goto('/login');
    await page.locator('h1').waitFor();
    await memberPages(page, looker.shot(page), locale);
    expect(looker.report()).toEqual([]);
  });

  test(`${locale}: the installation steps are readable and reachable`, async ({ page, browser }) => {
    const looker = await Looker.on(page, locale, of);
    await installSteps(
      browser,
      async (screen, other) => {
        await looker.accompany(other!);
        await other!.reload();
        await other!.getByRole('dialog').waitFor();
        await looker.shot(other!)(screen);
      },
      locale,
    );
    expect(looker.report()).toEqual([]);
  });
}

for (const [locale, of] of each('money')) {
  test(`${locale}: the deposit methods and the withdrawal are readable and reachable`, async ({ page }) => {
    const looker = await Looker.on(page, locale, of);
    const member = await memberWithMoney();
    await page.goto('/login');
    await page.locator('h1').waitFor();
    await signIn(page, member);
    await memberMoney(page, looker.shot(page), locale);
    expect(looker.report()).toEqual([]);
  });
}

for (const [locale, of] of each('games')) {
  test(`${locale}: the games are readable and reachable`, async ({ page }) => {
    const brief = plan === FIXED;
    const looker = await Looker.on(page, locale, of);
    const member = await createMemberWithGames({ brief });
    await page.goto('/login');
    await page.locator('h1').waitFor();
    await signIn(page, member);
    await captureMemberGames(page, looker.shot(page), { brief });
    expect(looker.report()).toEqual([]);
  });
}

for (const [locale, of] of each('care')) {
  test(`${locale}: the steps to a break are readable and reachable`, async ({ page }) => {
    const looker = await Looker.on(page, locale, of);
    const member = await memberWithCare();
    await page.goto('/login');
    await page.locator('h1').waitFor();
    await signIn(page, member);
    await memberCare(page, member, looker.shot(page), { brief: plan === FIXED });
    expect(looker.report()).toEqual([]);
  });
}

for (const [locale, of] of each('spin')) {
  test(`${locale}: the wheel is readable and reachable`, async ({ page }) => {
    const looker = await Looker.on(page, locale, of);
    const member = await memberWithSpins();
    await page.goto('/login');
    await page.locator('h1').waitFor();
    await signIn(page, member);
    await memberSpins(page, looker.shot(page));
    expect(looker.report()).toEqual([]);
  });
}

for (const [locale, of] of each('rewards')) {
  test(`${locale}: bonuses, friends and refunds are readable and reachable`, async ({ page }) => {
    const looker = await Looker.on(page, locale, of);
    const member = await memberWithDeposit();
    await page.goto('/login');
    await page.locator('h1').waitFor();
    await signIn(page, member);
    await memberRewards(page, looker.shot(page));
    expect(looker.report()).toEqual([]);
  });
}
