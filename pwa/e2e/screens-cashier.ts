/** Pictures of the cashier's part of the console: each kind of item, a refusal, a proposal, and the log. */
import type { Page } from '@playwright/test';
import { callApi, fundWallet, createMember, logInByApi, type Member } from './api';
import {
  startAction,
  confirmByEnter,
  cursorRow,
  detail,
  uploadLateSlip,
  transferFromStranger,
} from './cashier';
import { createOperator, createSession } from './console';
import { addItems } from './screens-console';
import type { Locale } from './screens-texts';

/** The reason of a proposal, as an operator would write it. */
const why = {
  th: 'โอนเข้าบัญชีเก่าที่ปิดไปแล้ว ตรวจกับธนาคารแล้ว',
  lo: 'ໂອນເຂົ້າບັນຊີເກົ່າທີ່ປິດໄປແລ້ວ ກວດກັບທະນາຄານແລ້ວ',
  en: 'Paid into our old account, which is closed. Checked with the bank',
} satisfies Record<Locale, string>;

type Shot = (screen: string) => Promise<void>;

/** Takes the pictures of the console from the login on, as an admin, who sees all of it. */
export async function openCashierConsole(page: Page, locale: Locale, take: Shot): Promise<void> {
  await page.goto('/operator');
  await page.locator('input[name=username]').waitFor();
  await take('desk-login');
  const session = JSON.stringify(await createSession(await createOperator('admin')));
  await page.addInitScript((stored) => sessionStorage.setItem('operator-session', stored), session);
  const [mali, somsri] = await Promise.all([
    createMember(),
    createMember({ bankCode: 'SCB', bankAccountName: 'SOMSRI DEEJAI', name: 'สมศรี' }),
  ]);
  await uploadLateSlip(mali, 2500);
  await fundWallet(somsri, 68_000);
  await callApi('POST', '/api/wallet/withdraw', { amount: 60_000 }, await logInByApi(somsri));
  const stranger = await transferFromStranger(731.25);
  const addedItems = await addItems(page, [mali, somsri], stranger, why[locale]);
  await page.goto('/operator/cashier');
  await openItemOf(page, 'SLIP');
  await detail(page).locator('img').first().waitFor();
  await take('cashier-slip');
  await startAction(page, 'Alt+r');
  await detail(page).getByRole('radio').first().check();
  await take('cashier-refuse');
  await page.keyboard.press('Escape');

  await openItemOf(page, 'UNMATCHED');
  await page.keyboard.press('Alt+a');
  await page.keyboard.type(mali.phone);
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await detail(page).getByRole('table').waitFor();
  await take('cashier-match');

  await openItemOf(page, 'WITHDRAWAL');
  await take('cashier-withdrawal');
  for (const kind of ['QR', 'RETURN']) {
    await openItemOf(page, kind);
    await take(`cashier-${kind.toLowerCase()}`);
  }
  await page.route('**/api/operator/items/PAYOUT/*/settle', (route) => {
    addedItems.settled.add(new URL(route.request().url()).pathname.split('/')[5]!);
    return route.fulfill({ status: 404, json: { message: 'NO_DATA', requestId: 'testtesttesttest' } });
  });
  await openItemOf(page, 'PAYOUT');
  await startAction(page, 'Alt+a');
  await confirmByEnter(page);
  await cursorRow(page).locator('[data-ended]').waitFor();
  await take('cashier-gone');
  await captureProposals(page, take, { mali, somsri }, locale);
  addedItems.isRestored = true;
  await captureRestored(page, take);
  await captureOwnSignIn(page, take);
}

/** Takes the pictures of the state after the loss of the database. */
async function captureRestored(page: Page, take: Shot): Promise<void> {
  await page.goto('/operator/cashier');
  await openItemOf(page, 'DIFFERENCE');
  await take('cashier-difference');
  await startAction(page, 'Alt+r');
  await take('cashier-difference-nobodys');
  await page.keyboard.press('Escape');
  await startAction(page, 'Alt+a');
  await detail(page).getByRole('combobox').waitFor();
  await take('cashier-difference-whose');
  await page.goto('/operator/cashier/two');
  for (const kind of ['DIFFERENCE', 'NOBODYS', 'TRANSFER', 'RELEASE']) {
    await page.locator(`[data-row="PROPOSAL:${kind}"]`).click();
    await take(`cashier-two-${kind.toLowerCase()}`);
  }
}

/**
 * Takes the pictures of an operator's own password and code app. The app's secret is made up, so that the
 * picture is the same each time.
 */
async function captureOwnSignIn(page: Page, take: Shot): Promise<void> {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const url = `otpauth://totp/krapao:somchai?issuer=krapao&secret=${secret}`;
  await page.route('**/api/operator/totp', (route) => route.fulfill({ json: { secret, url } }));
  await page.getByRole('navigation').first().locator('button').last().click();
  const form = page.locator('[data-panel] form');
  await page.locator('button:has(svg.lucide-key-round)').click();
  await form.waitFor();
  await take('desk-password');
  await form.getByRole('button').last().click();
  await page.locator('button:has(svg.lucide-smartphone)').click();
  await form.locator('input[name=password]').fill('a long password');
  await form.locator('input[autocomplete=one-time-code]').fill('123456');
  await form.locator('button[type=submit]').click();
  await form.locator('code').waitFor();
  await take('desk-app');
}

async function captureProposals(
  page: Page,
  take: Shot,
  { mali, somsri }: Record<'mali' | 'somsri', Member>,
  locale: Locale,
): Promise<void> {
  const { token: colleague } = await createSession(await createOperator('cashier'));
  await callApi(
    'POST',
    `/api/operator/items/MEMBER/${mali.id}/adjust`,
    { amount: 1250, why: why[locale] },
    colleague,
  );
  const account = { bankCode: 'SCB', bankAccountNo: '4090123456', bankAccountName: 'SOMSRI DEEJAI-NA' };
  await callApi(
    'POST',
    `/api/operator/items/MEMBER/${somsri.id}/payoutAccount`,
    { ...account, why: why[locale] },
    colleague,
  );
  await page.goto('/operator/cashier/two');
  await page.locator('[data-row]').first().waitFor();
  await take('cashier-propose');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await detail(page).getByRole('table').waitFor();
  await take('cashier-account');
  await page.goto('/operator/log');
  await page.getByRole('row').nth(3).waitFor();
  await take('cashier-log');
}

/** Opens the item of this kind. */
async function openItemOf(page: Page, kind: string): Promise<void> {
  await page.locator(`[data-row^="${kind}:"]`).click();
  await detail(page).waitFor();
}
