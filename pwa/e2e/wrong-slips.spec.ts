/**
 * Slips that are not credited automatically: the app's early warning about a picture, and a slip that a
 * cashier settles.
 */
import { callApi, fetchLedger, createMember } from './api';
import { createOperator, createSession } from './console';
import {
  waitUntilCached,
  closeSheet,
  expect,
  uploadSlip,
  openSlips,
  openWithStoredToken,
  tapBar,
  test,
  WITH_WORKER,
} from './journey';
import { createForgedSlip, makeBankTransfer } from './sandbox';

test.use(WITH_WORKER);

// spec 2.88a, D3.20, P2.5
test('a picture without a slip gets an early warning; a slip chosen in time but sent late waits for a cashier, and the member sees it settled', async ({
  page,
  context,
}) => {
  const member = await createMember();
  await openWithStoredToken(page, member);
  await waitUntilCached(page);
  // The slip is half an hour old when it is picked, and is sent only an hour later.
  const { picture } = await makeBankTransfer(member, 321.5, {
    at: new Date(Date.now() - 90 * 60_000).toISOString(),
  });
  await context.setOffline(true);
  await page.clock.install({ time: Date.now() - 60 * 60_000 });
  await page.reload();
  await openSlips(page);
  const file = page.getByTestId('slip-file').first();
  await file.setInputFiles(await createForgedSlip('none'));
  await expect(page.getByText(/ไม่เห็น QR บนรูปนี้/)).toBeVisible();
  await file.setInputFiles(await createForgedSlip('payment'));
  await expect(page.getByText(/QR บนรูปนี้ไม่ใช่ของสลิปโอนเงิน/)).toBeVisible();
  await uploadSlip(page, picture);
  await page.clock.setSystemTime(Date.now());
  await context.setOffline(false);
  await page.reload();
  await openSlips(page);
  const row = page.getByRole('row').filter({ hasText: /321\.50|ยังไม่ทราบยอด/ });
  await expect(row.getByText(/รอเจ้า.?หน้าที่/)).toBeVisible({ timeout: 30_000 });
  expect((await fetchLedger(member)).balance).toBe(0);

  const { token } = await createSession(await createOperator('cashier'));
  const { items } = await callApi<{ items: { id: string }[] }>(
    'GET',
    `/api/operator/items?kind=SLIP&member=${member.id}`,
    undefined,
    token,
  );
  expect(items).toHaveLength(1);
  await callApi('POST', `/api/operator/items/SLIP/${items[0]!.id}/settle`, {}, token);

  await page.getByRole('button', { name: 'รีเฟรช' }).click();
  await expect(row.getByText('สำเร็จ')).toBeVisible();
  await closeSheet(page);
  await tapBar(page, 'กระเป๋าของฉัน');
  await expect(page.getByText('+321.50')).toBeVisible();
  expect((await fetchLedger(member)).balance).toBe(321.5);
});
