/**
 * Fills every field of every form of both apps like users do. Texts are typed, pasted, entered by a password
 * manager, and composed by a keyboard. Composing is tested with and without a commit, and with a correction
 * in between. `fields.json` in this folder says where each field is; `pwa/src/fields.test.ts` compares it
 * with the sources.
 */
import type { Page } from '@playwright/test';
import { createMember } from '../api';
import { detail } from '../cashier';
import { CONSOLE_DEVICE, logInAtConsole, createOperator } from '../console';
import { findMissingFields, FieldChecker } from '../fields';
import { waitUntilCached, expect, openWithStoredToken, test } from '../journey';
import { FingerprintReader } from '../fingerprint-reader';
import { captureMemberCare, createMemberWithCare } from '../screens-care';
import { openCashierConsole } from '../screens-cashier';
import { captureGuestChat, type Shot } from '../screens-chat';
import { captureMemberGames, createMemberWithGames } from '../screens-games';
import { captureMemberMoney, createMemberWithMoney } from '../screens-money';
import { captureMemberRewards, createMemberWithDeposit } from '../screens-rewards';
import { openSupportConsole } from '../screens-support';
import { captureMemberPages, capturePublicPages } from '../screens-pages';
import { fetchSmsCode } from '../sandbox';

// A test fills some dozen fields in five ways.
test.describe.configure({ timeout: 600_000 });

const captures: Record<string, (page: Page, shot: Shot) => Promise<void>> = {
  guest: async (page, shot) => {
    await capturePublicPages(page, shot, 7);
    await captureGuestChat(page, shot);
  },
  money: async (page, shot) => {
    await openWithStoredToken(page, await createMemberWithMoney());
    await waitUntilCached(page);
    await captureMemberMoney(page, shot, 'th');
  },
  pages: async (page, shot) => {
    await page.goto('/login');
    await captureMemberPages(page, shot, 'th');
  },
  games: async (page, shot) => {
    await openWithStoredToken(page, await createMemberWithGames({ brief: true }));
    await captureMemberGames(page, shot, { brief: true });
  },
  care: async (page, shot) => {
    const member = await createMemberWithCare();
    await openWithStoredToken(page, member);
    await captureMemberCare(page, member, shot, { brief: true });
  },
  rewards: async (page, shot) => {
    await openWithStoredToken(page, await createMemberWithDeposit());
    await captureMemberRewards(page, shot);
  },
  'sign-in': async (page, shot) => {
    const member = await createMember();
    await page.goto('/forgot');
    await page.locator('input[type=tel]').fill(member.phone);
    await page.locator('button[type=submit]').click();
    const code = page.locator('input[autocomplete="one-time-code"]');
    await code.waitFor();
    await code.fill(await fetchSmsCode(member.phone));
    await page.locator('input[name=confirm]').waitFor();
    await shot('forgot-new');
    await openWithStoredToken(page, member);
    await FingerprintReader.on(page);
    await page.goto('/user/profile?sheet=passkeys');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    // While the passkeys load, the sheet's only button closes it.
    await dialog.locator('button').nth(1).waitFor();
    await dialog.locator('button').last().click();
    await dialog.locator('input[type=password]').fill(member.password);
    await dialog.locator('button[type=submit]').click();
    await dialog.locator('li').getByRole('button', { name: 'เปลี่ยนชื่อ' }).click();
    await dialog.locator('li input').waitFor();
    await shot('passkeys-rename');
  },
};

for (const [name, capture] of Object.entries(captures))
  test(`each field on the path “${name}” reads typed, pasted and composed text`, async ({ page }) => {
    const fields = new FieldChecker(page);
    await capture(page, fields.shot);
    console.log(name, JSON.stringify(fields.foundFields));
    expect(fields.findings).toEqual([]);
    expect(findMissingFields(fields.foundFields, name)).toEqual([]);
  });

test.describe('the console', () => {
  test.use({ ...CONSOLE_DEVICE, serviceWorkers: 'block' });

  test('each field of the cashiers’ pages reads typed, pasted and composed text', async ({ page }) => {
    const fields = new FieldChecker(page);
    await openCashierConsole(page, 'th', fields.shot);
    await captureMemberForms(page, fields.shot);
    console.log('cashier', JSON.stringify(fields.foundFields));
    expect(fields.findings).toEqual([]);
    expect(findMissingFields(fields.foundFields, 'cashier')).toEqual([]);
  });

  test('each field of the chat pages reads typed, pasted and composed text', async ({ page, browser }) => {
    const fields = new FieldChecker(page);
    await openSupportConsole(page, browser, fields.shot);
    await captureComposeForms(page, fields.shot);
    console.log('support', JSON.stringify(fields.foundFields));
    expect(fields.findings).toEqual([]);
    expect(findMissingFields(fields.foundFields, 'support')).toEqual([]);
  });
});

async function captureMemberForms(page: Page, shot: Shot): Promise<void> {
  const member = await createMember();
  await logInAtConsole(page, await createOperator('cashier'), '/operator/cashier/two');
  await page.locator('[data-page-search]').fill(member.phone);
  await page.getByRole('listbox').getByRole('option').first().click();
  for (const [act, screen] of [
    ['ปรับยอดกระเป๋า', 'member-adjust'],
    ['เปลี่ยนบัญชีรับเงิน', 'member-account'],
    ['ระงับการเงิน', 'member-freeze'],
  ] as const) {
    await detail(page).getByRole('button', { name: act }).click();
    await detail(page).locator('textarea').waitFor();
    await shot(screen);
    await page.keyboard.press('Escape');
  }
}

async function captureComposeForms(page: Page, shot: Shot): Promise<void> {
  await page.getByRole('button', { name: 'เพิ่มคำตอบ' }).click();
  await shot('canned-form');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'ข้อความแบบมีปุ่ม' }).click();
  for (const [at, screen] of [
    [1, 'compose-replies'],
    [2, 'compose-cards'],
  ] as const) {
    await page.locator('[data-panel]').getByRole('radio').nth(at).check({ force: true });
    await shot(screen);
  }
}
