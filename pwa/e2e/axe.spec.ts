/**
 * Checks every screen and sheet of both apps with axe: in Thai, light and dark, 360 px wide. `make look`
 * checks all sizes.
 */
import type { Page } from '@playwright/test';
import { createMember, type Member } from './api';
import { CONSOLE_DEVICE } from './console';
import { waitUntilCached, expect, openWithStoredToken, test, WITH_WORKER } from './journey';
import { checkWithAxe } from './look/axe-check';
import { captureMemberCare, createMemberWithCare } from './screens-care';
import { openCashierConsole } from './screens-cashier';
import { captureGuestChat, captureMemberChat, type Shot } from './screens-chat';
import { captureMemberGames, createMemberWithGames } from './screens-games';
import {
  captureDeposit,
  captureLinesAndLimits,
  captureQr,
  captureWithdrawal,
  createMemberWithMoney,
} from './screens-money';
import { openSupportConsole } from './screens-support';
import { captureMemberRewards, createMemberWithDeposit } from './screens-rewards';
import { captureMemberSpins, createMemberWithSpins } from './screens-spin';
import {
  captureOfflinePages,
  capturePages,
  capturePublicPages,
  captureSheets,
  createMemberWithHistory,
  openHome,
} from './screens-pages';

// Each test checks some twenty screens twice, which takes minutes.
test.describe.configure({ timeout: 600_000 });
test.use({ viewport: { width: 360, height: 640 } });
test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' }));

/** Returns a shot function that takes no pictures: it records the faults that axe finds on each screen. */
function recordFindings(page: Page): { shot: Shot; findings: string[] } {
  const findings: string[] = [];
  const shot: Shot = async (screen, of = page) => {
    for (const { check, what } of await checkWithAxe(of)) findings.push(`${screen}: ${check}: ${what}`);
  };
  return { shot, findings };
}

test('axe finds nothing on the guests’ pages', async ({ page }) => {
  const { shot, findings } = recordFindings(page);
  await capturePublicPages(page, shot, 9);
  await captureGuestChat(page, shot);
  expect(findings).toEqual([]);
});

/** One test per part, so that none takes minutes longer than the others. */
const capturesWithWorker: [string, (page: Page, shot: Shot) => Promise<void>][] = [
  ['a member’s pages', capturesOfMember(createMemberWithHistory, capturePages)],
  ['a member’s sheets', capturesOfMember(createBriefMember, captureSheets)],
  [
    'the chat',
    capturesOfMember(createMember, (page, shot, member) => captureMemberChat(page, shot, 'th', member)),
  ],
  ['pages and sheets without a network', capturesOfMember(createBriefMember, captureOfflinePages)],
  ['lines that wait, and limits', capturesOfMoney(captureLinesAndLimits)],
  ['the withdrawal', capturesOfMoney(captureWithdrawal)],
  ['deposits by announcement and gift', capturesOfMoney(captureDeposit)],
  ['deposits by QR code', capturesOfMoney(captureQr)],
];

function createBriefMember(): Promise<Member> {
  return createMemberWithHistory({ brief: true });
}

function capturesOfMember(
  create: () => Promise<Member>,
  capture: (page: Page, shot: Shot, member: Member) => Promise<void>,
) {
  return async (page: Page, shot: Shot) => {
    const member = await create();
    await page.goto('/login');
    await openHome(page, member);
    await capture(page, shot, member);
  };
}

function capturesOfMoney(capture: (page: Page, shot: Shot, locale: 'th') => Promise<void>) {
  return async (page: Page, shot: Shot) => {
    await openWithStoredToken(page, await createMemberWithMoney());
    await waitUntilCached(page);
    await capture(page, shot, 'th');
  };
}

test.describe('with the service worker, which opens pages without a network', () => {
  test.use(WITH_WORKER);

  for (const [name, capture] of capturesWithWorker) {
    test(`axe finds nothing on ${name}`, async ({ page }) => {
      const { shot, findings } = recordFindings(page);
      await capture(page, shot);
      expect(findings).toEqual([]);
    });
  }
});

const captures: [string, (page: Page, shot: Shot) => Promise<void>][] = [
  [
    'the games',
    async (page, shot) => {
      await openWithStoredToken(page, await createMemberWithGames({ brief: true }));
      await captureMemberGames(page, shot, { brief: true });
    },
  ],
  [
    'breaks and the reality check',
    async (page, shot) => {
      const member = await createMemberWithCare();
      await openWithStoredToken(page, member);
      await captureMemberCare(page, member, shot, { brief: true });
    },
  ],
  [
    'bonuses, friends and refunds',
    async (page, shot) => {
      await openWithStoredToken(page, await createMemberWithDeposit());
      await captureMemberRewards(page, shot);
    },
  ],
  [
    'the wheel',
    async (page, shot) => {
      await openWithStoredToken(page, await createMemberWithSpins());
      await captureMemberSpins(page, shot);
    },
  ],
];

for (const [name, capture] of captures) {
  test(`axe finds nothing on ${name}`, async ({ page }) => {
    const { shot, findings } = recordFindings(page);
    await capture(page, shot);
    expect(findings).toEqual([]);
  });
}

test.describe('the console', () => {
  test.use(CONSOLE_DEVICE);

  test('axe finds nothing on the cashier’s part of the console', async ({ page }) => {
    const { shot, findings } = recordFindings(page);
    await openCashierConsole(page, 'th', shot);
    expect(findings).toEqual([]);
  });

  test('axe finds nothing on the chat’s part of the console', async ({ page, browser }) => {
    const { shot, findings } = recordFindings(page);
    await openSupportConsole(page, browser, shot);
    expect(findings).toEqual([]);
  });
});
