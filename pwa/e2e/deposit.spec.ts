import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { callAsMember, fetchLedger, createMember, type Member } from './api';
import {
  waitUntilCached,
  closeSheet,
  expect,
  openWithStoredToken,
  tapBar,
  test,
  WITH_WORKER,
} from './journey';
import { CHECKING, dialog, openDeposit, InterceptedCall } from './money';
import { createGiftLink, payQr, makeBankTransfer } from './sandbox';
import { keepTogether } from '../src/i18n/keep-together';

interface QrState {
  qrcodeId: string;
  hasQrcode: boolean;
  payload: string;
  transferAmount: number;
}

/** Returns the member's QR of a gateway, as the server has it. */
const qrOf = (member: Member, provider: string): Promise<QrState> =>
  callAsMember<QrState>(member, 'GET', `/api/qrcode/${provider}`);

const choosePreset = (page: Page, amount: string) =>
  dialog(page).getByRole('button', { name: amount, exact: true }).click();

/** Selects a gateway by name, if the app would choose another one. */
async function chooseGateway(page: Page, channel: string, amount: string): Promise<void> {
  const name = dialog(page).getByText(channel, { exact: true });
  if (!(await name.isVisible())) await dialog(page).getByRole('button', { name: 'ใช้ช่องทางอื่น' }).click();
  await name.click();
  await choosePreset(page, amount);
}

const createQr = (page: Page) =>
  dialog(page)
    .getByRole('button', { name: /^สร้าง QR / })
    .click();
const qrImage = (page: Page) => dialog(page).getByRole('img', { name: /^QR สำหรับโอน / });

// spec 1.6b, 4.12a, 4.12b
test('a QR is made, saved as a picture that a bank app can read, paid, and credited to the wallet', async ({
  page,
}) => {
  const member = await createMember();
  await openWithStoredToken(page, member);
  await openDeposit(page, 'QR');
  await chooseGateway(page, 'ช่องทาง 4', '300');
  await createQr(page);
  await expect(qrImage(page)).toBeVisible();
  await expect(dialog(page).getByRole('timer')).toContainText(/^0\d:\d\d/);
  const bankApps = dialog(page).getByRole('listitem').getByRole('link');
  await expect(bankApps.first()).toHaveAttribute('href', 'ktbnext://'); // The member's own bank.
  const { qrcodeId, payload, transferAmount } = await qrOf(member, 'PAYONEX');
  await expect(dialog(page).getByText(transferAmount.toFixed(2))).toBeVisible();
  // This gateway adds satang to the amount, except for its first order.
  await expect(dialog(page).getByText('โอนให้ตรงทุกสตางค์')).toHaveCount(transferAmount === 300 ? 0 : 1);

  const saved = page.waitForEvent('download');
  await dialog(page)
    .getByRole('button', { name: keepTogether('บันทึกรูป QR') })
    .click();
  const picture = await readFile(await (await saved).path());
  expect(await readQr(picture)).toBe(payload);
  await payQr(qrcodeId);

  await expect(
    dialog(page)
      .getByText(/^300\.\d\d\sบาท เข้ากระเป๋าแล้ว$/)
      .first(),
  ).toBeVisible({ timeout: 30_000 });
  await dialog(page).getByRole('button', { name: 'ปิด' }).filter({ hasText: 'ปิด' }).click();
  await tapBar(page, 'ประวัติ');
  await expect(page.getByRole('listitem').filter({ hasText: 'QR ช่องทาง 4' })).toContainText(/\+300\.\d\d/);
  const { balance, lines } = await fetchLedger(member);
  expect(lines).toEqual([
    expect.objectContaining({ statementType: 'deposit', status: 'SUCCESS', amount: balance }),
  ]);
});

test('a QR whose response was lost is requested again with its key, and only one QR exists', async ({
  page,
}) => {
  const member = await createMember();
  await openWithStoredToken(page, member);
  const intercepted = await InterceptedCall.on(page, 'POST', '/api/qrcode/KBANK');
  await openDeposit(page, 'QR');
  await choosePreset(page, '50');
  intercepted.responsesToLose = Infinity;
  await createQr(page);

  await intercepted.loseUntil(dialog(page).getByText(CHECKING));
  await expect(qrImage(page)).toBeVisible({ timeout: 30_000 });

  expect(intercepted.keys.length).toBeGreaterThan(2);
  expect(intercepted.commandCount).toBe(1);
  expect((await qrOf(member, 'KBANK')).hasQrcode).toBe(true);
});

test.describe('with pages that open without a network', () => {
  test.use(WITH_WORKER);

  // spec 4.13b, 4.14
  test('a QR survives a reload and a lost network; another gateway or a cancellation ends it', async ({
    page,
    context,
  }) => {
    const member = await createMember();
    await openWithStoredToken(page, member);
    await waitUntilCached(page);
    await openDeposit(page, 'QR');
    await choosePreset(page, '100');
    await createQr(page);
    await expect(qrImage(page)).toBeVisible();

    await context.setOffline(true);
    await page.reload();
    await dialog(page)
      .getByRole('tab', { name: keepTogether('QR') })
      .click();
    await dialog(page)
      .getByRole('button', { name: keepTogether('เปิด QR') })
      .click();
    await expect(qrImage(page)).toBeVisible();
    await context.setOffline(false);
    await dialog(page).getByRole('button', { name: 'กลับ' }).click();

    await chooseGateway(page, 'ช่องทาง 2', '100');
    await createQr(page);
    await expect(qrImage(page)).toBeVisible();
    expect((await qrOf(member, 'KBANK')).hasQrcode).toBe(false);
    expect((await qrOf(member, 'WW')).hasQrcode).toBe(true);

    await dialog(page)
      .getByRole('button', { name: keepTogether('ยกเลิก QR') })
      .click();
    await expect(dialog(page).getByRole('tab', { name: keepTogether('QR') })).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: keepTogether('เปิด QR') })).toHaveCount(0);
    expect((await qrOf(member, 'WW')).hasQrcode).toBe(false);
  });
});

// spec 1.6c, 8.27b, 8.38c, D3.36a, D3.36b
test('a gift link pasted with text around it is credited once; the same link again is refused in red', async ({
  page,
}) => {
  const member = await createMember();
  await openWithStoredToken(page, member);
  const intercepted = await InterceptedCall.on(page, 'POST', '/api/wallet/truelink');
  const link = await createGiftLink(59);
  await openDeposit(page, 'ซองของขวัญ');
  await expect(dialog(page).getByRole('button', { name: 'กรุณาวางลิงก์ก่อน' })).toBeDisabled();
  await dialog(page).getByLabel('ลิงก์ซองของขวัญ').fill(`ซองของขวัญจากเพื่อน ${link} กดรับได้เลย`);
  intercepted.responsesToLose = 1;
  await dialog(page).getByRole('button', { name: 'รับเงินเข้ากระเป๋า' }).click();

  await expect(dialog(page).getByRole('status').getByText('59.00 บาท เข้ากระเป๋าแล้ว')).toBeVisible({
    timeout: 30_000,
  });
  expect(intercepted.commandCount).toBe(1);
  await dialog(page).getByRole('button', { name: 'ปิด' }).filter({ hasText: 'ปิด' }).click();

  await openDeposit(page, 'ซองของขวัญ');
  await dialog(page).getByLabel('ลิงก์ซองของขวัญ').fill(link);
  await dialog(page).getByRole('button', { name: 'รับเงินเข้ากระเป๋า' }).click();
  await expect(page.getByRole('alert').getByText('ซองของขวัญนี้ถูกใช้ไปแล้ว')).toBeVisible();
  expect((await fetchLedger(member)).balance).toBe(59);
});

// spec D3.26
test('an announced transfer completes its announcement’s statement line without a slip', async ({ page }) => {
  const member = await createMember();
  await openWithStoredToken(page, member);
  await openDeposit(page);
  await dialog(page)
    .getByRole('button', { name: /^แจ้งยอดก่อนโอน/ })
    .click();
  await dialog(page).getByRole('button', { name: '300', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'แจ้งยอด 300.00 บาท' }).click();
  await expect(dialog(page).getByText(/^แจ้งยอด 300\.00\sบาทแล้ว/)).toBeVisible();
  await closeSheet(page);
  await tapBar(page, 'ประวัติ');
  const row = page.getByRole('listitem').filter({ hasText: 'ฝากเงิน' });
  await expect(row).toContainText('รอเงินจากบัญชีของคุณ');

  await makeBankTransfer(member, 300, { feed: true });

  await page.getByRole('button', { name: 'รีเฟรชรายการ' }).click();
  await expect(row).not.toContainText('รอเงินจากบัญชีของคุณ', { timeout: 30_000 });
  expect((await fetchLedger(member)).lines).toEqual([
    expect.objectContaining({ status: 'SUCCESS', amount: 300 }),
  ]);
});

/** Reads the code from the picture, as a bank's app does. */
async function readQr(picture: Buffer): Promise<string | undefined> {
  const wasm = resolve(
    import.meta.dirname,
    '../../node_modules',
    join('zxing-wasm', 'dist', 'reader', 'zxing_reader.wasm'),
  );
  const bytes = await readFile(wasm);
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(bytes).buffer } });
  const [found] = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] });
  return found?.text;
}
