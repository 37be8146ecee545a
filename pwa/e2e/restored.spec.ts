/**
 * Recovery after the loss of the database. The operators assign the payouts since the backup to their
 * members. Payouts resume only after that.
 */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { callApi, callAsMember, fetchLedger, fundWallet, createMember, logInByApi } from './api';
import { confirmAction, confirmActionBy, cursorRow, detail } from './cashier';
import { CONSOLE_DEVICE, logInAtConsole, createOperator, openConsole } from './console';
import { serverUrls, startServer, type RunningServer } from './server';
import { expect, test as journey } from './journey';
import { fetchPayouts } from './sandbox';

/** Uses a separate server, because the test deletes its database. */
const test = journey.extend<{ ownServer: RunningServer }>({
  ownServer: async ({}, use) => {
    const savedEnv = { ...process.env };
    const server = await startServer();
    await use(server);
    await server.close();
    Object.assign(process.env, savedEnv);
  },
  baseURL: async ({ ownServer: _server }, use) => use(serverUrls.app),
});
test.use(CONSOLE_DEVICE);
test.setTimeout(180_000);

const runWallet = (...args: string[]) => promisify(execFile)(serverUrls.wallet, args);

/** Restores the backup; the sandbox keeps its state. */
async function restore(server: RunningServer, backup: string): Promise<void> {
  await server.stop();
  await rm(join(serverUrls.data, 'postgres'), { recursive: true });
  await runWallet('migrate');
  await runWallet('restore', backup);
  await server.start();
}

/** Approves a proposal as a second operator. */
async function approve(page: Page, text: string, button: string): Promise<void> {
  await page.getByTestId('pairs').getByRole('button').filter({ hasText: text }).click();
  await confirmAction(page, button);
  await expect(detail(page).getByText('อนุมัติแล้ว มีผลทันที')).toBeVisible();
}

// Takes half a minute: a separate server is backed up, restored and started again, and two operators decide twice.
test('a withdrawal missing in the restored ledger is held and assigned by two operators; payouts resume after two operators approve', async ({
  page,
  browser,
  ownServer,
}) => {
  const member = await createMember();
  await fundWallet(member, 1000);
  const names = [await createOperator('cashier'), await createOperator('cashier')] as const;
  const backup = join(serverUrls.data, 'night.backup');
  await runWallet('backup', backup);
  await callAsMember(member, 'POST', '/api/wallet/withdraw', { amount: 300 });
  await expect.poll(async () => (await fetchPayouts(member)).length).toBe(1);
  const token = await logInByApi(member);
  await restore(ownServer, backup);
  // The restore ended this session: callAsMember logs in again.
  await expect(callApi('GET', '/api/wallet', undefined, token)).rejects.toThrow('401');
  await callAsMember(member, 'POST', '/api/wallet/withdraw', { amount: 120 });
  await runWallet('reconcile'); // The server does the same automatically a minute later.
  expect((await fetchLedger(member)).balance).toBe(1000 - 300 - 120);

  await logInAtConsole(page, names[0], '/operator/cashier');
  await expect(page.getByTestId('payouts-wait')).toContainText('กู้คืนจากข้อมูลสำรอง');
  await page.locator('[data-row^=RESTORED]').click();
  await expect(cursorRow(page)).toContainText('300.00');
  await expect(detail(page)).toContainText('ระบบกันเงินจำนวนนี้ไว้ในกระเป๋าของสมาชิกแล้ว');
  await page.keyboard.press('Alt+a');
  await page.getByLabel('เหตุผล').fill('เลขบัญชีตรงกับของสมาชิก');
  await confirmActionBy(page, (yes) => yes.click());
  await expect(page.getByText('เสนอแล้ว รอคนที่สอง')).toBeVisible();
  const other = await openConsole(browser);
  await logInAtConsole(other.page, names[1], '/operator/cashier/two');
  await approve(other.page, member.bankAccountName, 'อนุมัติตามที่เสนอ');

  expect((await fetchLedger(member)).balance).toBe(1000 - 300 - 120);
  expect(await fetchPayouts(member)).toHaveLength(1);
  await page.goto(`${serverUrls.app}/operator/cashier`);
  await page.getByTestId('payouts-wait').getByRole('button', { name: 'เสนอให้จ่ายต่อ' }).click();
  await page.getByLabel('เหตุผล').fill('เทียบครบแล้ว');
  await confirmActionBy(page, (yes) => yes.click());
  await expect(page.getByText('เสนอแล้ว รอคนที่สอง')).toBeVisible();
  await approve(other.page, 'ให้จ่ายเงินถอนต่อ', 'อนุมัติให้จ่ายต่อ');

  await expect
    .poll(async () => (await fetchPayouts(member)).map(({ amount }) => amount).toSorted(), {
      timeout: 90_000,
    })
    .toEqual([120, 300]);
  await page.goto(`${serverUrls.app}/operator/cashier`);
  await expect(page.getByRole('heading', { name: 'ไม่มีรายการค้าง' })).toBeVisible();
  await expect(page.getByTestId('payouts-wait')).toHaveCount(0);
  expect(other.faults).toEqual([]);
  await other.close();
});
