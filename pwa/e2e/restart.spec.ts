/** The server stops while it processes requests, and starts again. */
import { fetchLedger, fundWallet, createMember } from './api';
import { startServer, type RunningServer } from './server';
import {
  waitUntilCached,
  expect,
  closeOutcomeSheet,
  uploadSlip,
  openWithStoredToken,
  recordPageFaults,
} from './journey';
import { openWithdrawConfirmation, CHECKING, confirmButton, dialog } from './money';
import { openPhone } from './phone';
import { CuttableProxy } from './proxy';
import { withPhone } from './with-phone';
import { fetchPayouts, makeBankTransfer } from './sandbox';

/** Uses a separate server, because the test stops it. */
const test = withPhone.extend<{ own: RunningServer; network: CuttableProxy }>({
  own: async ({}, use) => {
    const savedEnv = { ...process.env };
    const own = await startServer();
    await use(own);
    await own.close();
    Object.assign(process.env, savedEnv);
  },
  // The proxy leads to the separate server, so the proxy is created after the server.
  network: async ({ own: _own }, use) => {
    const network = await CuttableProxy.build();
    await use(network);
    await network.cut();
  },
});
test.setTimeout(360_000);

const PATIENCE = { timeout: 90_000 };

// Half a minute: a separate server is stopped and started twice, and a separate phone stores the whole app.
test('a withdrawal and a slip that a restart interrupted are paid and credited once, and never shown as failed', async ({
  own,
  folder,
  network,
}) => {
  const member = await createMember();
  await fundWallet(member, 1000);
  const browser = await openPhone(folder);
  const faults = await recordPageFaults(browser);
  const page = browser.pages()[0]!;
  await openWithStoredToken(page, member, '/user/home', network.url);
  await waitUntilCached(page);
  await expect(page.getByText('1,000.00').first()).toBeVisible();
  await openWithdrawConfirmation(page, '300');

  // The server receives and executes the request; its response is lost when it stops.
  network.dropResponses(true);
  await confirmButton(page).click();
  await expect.poll(async () => (await fetchPayouts(member)).length, PATIENCE).toBe(1);
  await own.stop();
  network.dropResponses(false);
  await expect(dialog(page).getByText(CHECKING)).toBeVisible(PATIENCE);
  await expect(dialog(page).getByText(/ไม่สำเร็จ/)).toHaveCount(0);
  await own.start();
  await expect(dialog(page).getByText('ถอน 300.00 บาทสำเร็จ').last()).toBeVisible(PATIENCE);
  await closeOutcomeSheet(page);
  expect(await fetchPayouts(member)).toHaveLength(1);

  // Half of the picture has arrived when the server stops.
  const { picture } = await makeBankTransfer(member, 120);
  await network.cut();
  network.limitUpload(20_000);
  await network.open();
  await uploadSlip(page, picture);
  await expect(page.getByText(/กำลังส่ง|ยังไม่ได้ส่ง/).first()).toBeVisible(PATIENCE);
  await own.stop();
  await expect(page.getByText(/เข้ากระเป๋าแล้ว/)).toHaveCount(0);
  network.removeUploadLimit();
  await own.start();
  await expect(page.getByText('120.00 บาท เข้ากระเป๋าแล้ว')).toBeVisible(PATIENCE);
  await closeOutcomeSheet(page);

  const { balance, lines } = await fetchLedger(member);
  expect(lines.map(({ statementType, amount }) => [statementType, Math.abs(amount)]).toSorted()).toEqual([
    ['deposit', 1000],
    ['deposit', 120],
    ['withdraw', 300],
  ]);
  expect(balance).toBe(820);
  expect(await fetchPayouts(member)).toHaveLength(1);
  expect(faults).toEqual([]);
  await browser.close();
});
