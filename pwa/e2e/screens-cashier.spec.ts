/** Takes docs/screens of the cashier's desk: each kind of what waits, a no, the work of two, and the log. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { api, fund, newMember, tokenOf, type Member } from './api';
import { current, detail, lateSlip, strangersMoney } from './cashier';
import { DESK, newOperator, sessionOf } from './desk';
import { test } from './journey';
import type { Locale } from './screens-texts';

const FOLDER = join(import.meta.dirname, '../../docs/screens');
const SETTLED_MS = 400;

test.use({ ...DESK, trace: 'off' });

type Item = Record<string, unknown> & { kind: string; member?: { _id: string }; transfer?: { name: string } };

/** What was proposed, as a colleague would write it. */
const why = {
  th: 'โอนเข้าบัญชีเก่าที่ปิดไปแล้ว ตรวจกับธนาคารแล้ว',
  lo: 'ໂອນເຂົ້າບັນຊີເກົ່າທີ່ປິດໄປແລ້ວ ກວດກັບທະນາຄານແລ້ວ',
  en: 'Paid into our old account, which is closed. Checked with the bank',
} satisfies Record<Locale, string>;

type Shot = (screen: string) => Promise<void>;

for (const locale of ['th', 'lo', 'en'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`${locale} ${theme} cashier`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale);
      const session = JSON.stringify(await sessionOf(await newOperator('admin')));
      await page.addInitScript((kept) => sessionStorage.setItem('operator-session', kept), session);
      await cashierDesk(page, locale, async (screen) => {
        await page.evaluate(() => document.fonts.ready);
        await page.waitForTimeout(SETTLED_MS);
        await page.screenshot({ path: join(FOLDER, `${screen}-${locale}-${theme}.png`), scale: 'css', animations: 'disabled' });
      });
    });
  }
}

async function cashierDesk(page: Page, locale: Locale, take: Shot): Promise<void> {
  const [mali, somsri] = await Promise.all([newMember(), newMember({ bankCode: 'SCB', bankAccountName: 'SOMSRI DEEJAI', name: 'สมศรี' })]);
  await lateSlip(mali, 2500);
  await fund(somsri, 68_000);
  await api('POST', '/api/wallet/withdraw', { amount: 60_000 }, await tokenOf(somsri));
  const stranger = await strangersMoney(731.25);
  const settled = new Set<string>();
  await queueOf(page, [mali, somsri], stranger, settled);

  await page.route('**/api/operator/proposals', async (route) => {
    const answer = await route.fetch();
    const { proposals } = (await answer.json()) as { proposals: { member: { _id: string } }[] };
    await route.fulfill({ response: answer, json: { proposals: proposals.filter(({ member }) => [mali.id, somsri.id].includes(member._id)) } });
  });
  await page.goto('/operator/cashier');
  await onTo(page, 'SLIP');
  await detail(page).locator('img').first().waitFor();
  await take('cashier-slip');
  await page.keyboard.press('r');
  await detail(page).getByRole('radio').first().check();
  await take('cashier-refuse');
  await page.keyboard.press('Escape');

  await onTo(page, 'UNMATCHED');
  await page.keyboard.press('/');
  await page.keyboard.type(mali.phone);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await detail(page).getByRole('table').waitFor();
  await take('cashier-match');

  await onTo(page, 'WITHDRAWAL');
  await take('cashier-withdrawal');
  for (const kind of ['QR', 'RETURN']) {
    await onTo(page, kind);
    await take(`cashier-${kind.toLowerCase()}`);
  }
  await page.route('**/api/operator/payouts/*/settle', (route) => {
    settled.add(new URL(route.request().url()).pathname.split('/')[4]!);
    return route.fulfill({ status: 404, json: { code: 404, message: 'NO_DATA' } });
  });
  await onTo(page, 'PAYOUT');
  await page.keyboard.press('a');
  await page.keyboard.press('Enter');
  await current(page).locator('[data-ended]').waitFor();
  await take('cashier-gone');
  await twoPeople(page, take, { mali, somsri }, locale);
}

async function twoPeople(page: Page, take: Shot, { mali, somsri }: Record<'mali' | 'somsri', Member>, locale: Locale): Promise<void> {
  const { token: colleague } = await sessionOf(await newOperator('cashier'));
  await api('POST', '/api/operator/adjustments', { memberId: mali.id, amount: 1250, why: why[locale] }, colleague);
  const account = { bankCode: 'SCB', bankAccountNo: '4090123456', bankAccountName: 'SOMSRI DEEJAI-NA' };
  await api('POST', '/api/operator/payout-accounts', { memberId: somsri.id, ...account, why: why[locale] }, colleague);
  await page.goto('/operator/cashier/two');
  await page.locator('[data-row]').first().waitFor();
  await take('cashier-propose');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await detail(page).getByRole('table').waitFor();
  await take('cashier-account');
  await page.goto('/operator/log');
  await page.getByRole('row').nth(3).waitFor();
  await take('cashier-log');
}

/** Moves the cursor to the one of this kind. */
async function onTo(page: Page, kind: string): Promise<void> {
  await page.locator(`[data-row^="${kind}:"]`).click();
  await detail(page).waitFor();
}

/** What this picture is about, waiting for longer than anybody would, and the kinds that take an hour to come about. */
async function queueOf(page: Page, members: Member[], stranger: string, settled: ReadonlySet<string>): Promise<void> {
  const ids = members.map(({ id }) => id);
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const waits: Record<string, string> = { SLIP: ago(14.5), UNMATCHED: ago(12.1), WITHDRAWAL: ago(6.9) };
  const since = { PAYOUT: ago(31), GIFT: ago(9.8), QR: ago(5.2), RETURN: ago(1.3) };
  const [mali, somsri] = members.map(viewOf);
  const rest = { currency: 'BAHT', member: mali };
  const made = [
    { ...rest, kind: 'PAYOUT', id: randomUUID(), since: since.PAYOUT, amount: 3200, reason: 'NO_ANSWER', reference: '', member: somsri, payTo: somsri },
    { ...rest, kind: 'GIFT', id: randomUUID(), since: since.GIFT, amount: 100, reason: 'NO_ANSWER', reference: 'H7kq2PZr0s9Lx1', note: 'INTERNAL_ERROR' },
    { ...rest, kind: 'QR', id: randomUUID(), since: since.QR, amount: 500, reason: 'REFUNDED_CREDITED', reference: 'KBANK QR20261121A7F3', note: 'KB0938271' },
    { ...rest, kind: 'RETURN', id: randomUUID(), since: since.RETURN, amount: 20_000, reason: 'DEPOSIT_LIMIT', reference: '006 20261121123109XQ', note: 'KTB xxx4821' },
  ];
  await page.route('**/api/operator/queue', async (route) => {
    const answer = await route.fetch();
    const { items } = (await answer.json()) as { items: Item[] };
    const ours = items
      .filter(({ member, transfer }) => (member ? ids.includes(member._id) : transfer?.name.startsWith(stranger)))
      .map((item) => ({ ...item, since: waits[item.kind] }));
    const all = [...ours, ...made.filter(({ id }) => !settled.has(id))].sort((a, b) => String(a.since).localeCompare(String(b.since)));
    await route.fulfill({ response: answer, json: { items: all } });
  });
}

function viewOf({ id, bankCode, bankAccountName, bankAccountNo }: Member) {
  return { _id: id, active: true, bankCode, accountName: bankAccountName, accountNo: bankAccountNo };
}
