/**
 * Checks every screen and sheet of both apps with axe: in Thai, light and dark, 360 px wide. `make look`
 * checks all sizes.
 */
import type { Page } from '@playwright/test';
import { CONSOLE_DEVICE } from './console';
import { waitUntilCached, expect, signIn, test, WITH_WORKER } from './journey';
import { byAxe } from './look/by-axe';
import { memberCare, memberWithCare } from './screens-care';
import { openCashierConsole } from './screens-cashier';
import { visitorChat, type Shot } from './screens-chat';
import { captureMemberGames, createMemberWithGames } from './screens-games';
import { memberMoney, memberWithMoney } from './screens-money';
import { openSupportConsole } from './screens-support';
import { memberRewards, memberWithDeposit } from './screens-rewards';
import { memberSpins, memberWithSpins } from './screens-spin';
import { memberPages, publicPages } from './screens-walk';

// Each test checks some twenty screens twice, which takes minutes.
test.describe.configure({ timeout: 600_000 });
test.use({ viewport: { width: 360, height: 640 } });
test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' }));

/** Returns a camera for the walks that takes no pictures: it records what axe finds on each screen. */
function judge(page: Page): { shot: Shot; findings: string[] } {
  const findings: string[] = [];
  const shot: Shot = async (screen, of = page) => {
    for (const { check, what } of await byAxe(of)) findings.push(`${screen}: ${check}: ${what}`);
  };
  return { shot, findings };
}

test('axe finds nothing on the visitors’ pages', async ({ page }) => {
  const { shot, findings } = judge(page);
  await publicPages(page, shot, 9);
  await visitorChat(page, shot);
  expect(findings).toEqual([]);
});

test.describe('with the service worker, which opens pages without a network', () => {
  test.use(WITH_WORKER);

  test('axe finds nothing on the deposit methods and the withdrawal', async ({ page }) => {
    const { shot, findings } = judge(page);
    await signIn(page, await memberWithMoney());
    await waitUntilCached(page);
    await memberMoney(page, shot, 'th');
    expect(findings).toEqual([]);
  });

  test('axe finds nothing on a member’s pages, sheets and chat, with and without a network', async ({
    page,
  }) => {
    const { shot, findings } = judge(page);
    await page.goto('/login');
    await memberPages(page, shot, 'th');
    expect(findings).toEqual([]);
  });
});

const walks: [string, (page: Page, shot: Shot) => Promise<void>][] = [
  [
    'the games',
    async (page, shot) => {
      await signIn(page, await createMemberWithGames({ brief: true }));
      await captureMemberGames(page, shot, { brief: true });
    },
  ],
  [
    'the ways to a break',
    async (page, shot) => {
      const member = await memberWithCare();
      await signIn(page, member);
      await memberCare(page, member, shot, { brief: true });
    },
  ],
  [
    'bonuses, friends and refunds',
    async (page, shot) => {
      await signIn(page, await memberWithDeposit());
      await memberRewards(page, shot);
    },
  ],
  [
    'the wheel',
    async (page, shot) => {
      await signIn(page, await memberWithSpins());
      await memberSpins(page, shot);
    },
  ],
];

for (const [name, walk] of walks) {
  test(`axe finds nothing on ${name}`, async ({ page }) => {
    const { shot, findings } = judge(page);
    await walk(page, shot);
    expect(findings).toEqual([]);
  });
}

test.describe('the console', () => {
  test.use(CONSOLE_DEVICE);

  test('axe finds nothing on the cashier’s part of the console', async ({ page }) => {
    const { shot, findings } = judge(page);
    await openCashierConsole(page, 'th', shot);
    expect(findings).toEqual([]);
  });

  test('axe finds nothing on the chat’s part of the console', async ({ page, browser }) => {
    const { shot, findings } = judge(page);
    await openSupportConsole(page, browser, shot);
    expect(findings).toEqual([]);
  });
});
