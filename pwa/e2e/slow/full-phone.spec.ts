/**
 * A phone without free space. The app shows this and what the member can do, keeps its data, and money still
 * works. Chromium checks its disk only at intervals, and these journeys wait for that.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { fetchLedger, fundWallet, createMember } from '../api';
import {
  waitUntilCached,
  expect,
  closeOutcomeSheet,
  uploadSlip,
  logInOnLoginPage,
  openSlips,
  openWithStoredToken,
  recordPageFaults,
} from '../journey';
import { openWithdrawConfirmation, confirmButton, dialog } from '../money';
import { openPhone } from '../phone';
import { createNoisePicture } from '../pictures';
import { cutConnection, reconnect, withPhone } from '../with-phone';
import { fetchPayouts, makeBankTransfer } from '../sandbox';
import { keepTogether } from '../../src/i18n/keep-together';

withPhone(
  'a full phone refuses more slips and shows why; the queued slips are kept, and are sent once there is space',
  async ({ folder, network }) => {
    const member = await createMember();
    await fundWallet(member, 500);
    const browser = await openPhone(folder);
    const faults = await recordPageFaults(browser);
    const page = browser.pages()[0]!;
    await openWithStoredToken(page, member, '/user/home', network.url);
    await waitUntilCached(page);
    await cutConnection(browser, network);
    await uploadSlip(page, (await makeBankTransfer(member, 90)).picture);
    await expect(page.getByText(/ยังไม่ได้ส่ง/)).toBeVisible();
    await closeOutcomeSheet(page);

    await limitStorage(browser, page, true);
    await openSlips(page);
    await page
      .getByTestId('slip-file')
      .first()
      .setInputFiles(createNoisePicture('slip.png', 900, 900));
    await page.getByRole('button', { name: /^(ส่งสลิป|ส่งรูปนี้เลย)$/ }).click();
    await expect(dialog(page).getByRole('alert')).toHaveText(
      keepTogether('พื้นที่ในเครื่องเต็ม กรุณาลบไฟล์ที่ไม่ใช้แล้วลองใหม่'),
    );
    await page.reload();
    await expect(dialog(page).getByText(keepTogether('รอส่ง 1 รายการ'))).toBeVisible();

    await limitStorage(browser, page, false);
    await reconnect(browser, network);
    await page.goto(`${network.url}/user/home`);
    await expect(page.getByText('590.00').first()).toBeVisible();
    await openWithdrawConfirmation(page, '200');
    await confirmButton(page).click();
    await expect(dialog(page).getByText('ถอน 200.00 บาทสำเร็จ').last()).toBeVisible();
    await expect(page.getByText(/พื้นที่ในเครื่องเต็ม/)).toHaveCount(0);
    expect(await fetchPayouts(member)).toHaveLength(1);
    expect((await fetchLedger(member)).balance).toBe(390);
    expect(faults).toEqual([]);
    await browser.close();
  },
);

withPhone(
  'on a phone that stores nothing at all a member logs in, sees the wallet, and withdraws once',
  async ({ folder, network }) => {
    const member = await createMember();
    await fundWallet(member, 500);
    const browser = await openPhone(folder);
    const page = browser.pages()[0]!;
    await page.goto(`${network.url}/login`);
    await waitUntilCached(page);
    await limitStorage(browser, page, true);

    await logInOnLoginPage(page, member);
    await expect(page.getByText('500.00').first()).toBeVisible();
    await openWithdrawConfirmation(page, '200');
    await confirmButton(page).click();
    await expect(dialog(page).getByText('ถอน 200.00 บาทสำเร็จ').last()).toBeVisible();
    await closeOutcomeSheet(page);
    await expect(page.getByText('300.00').first()).toBeVisible();

    expect(await fetchPayouts(member)).toHaveLength(1);
    expect((await fetchLedger(member)).balance).toBe(300);
    await browser.close();
  },
);

/** Limits the site's storage quota, or lifts the limit. */
async function limitStorage(browser: BrowserContext, page: Page, isFull: boolean): Promise<void> {
  const devtools = await browser.newCDPSession(page);
  const { origin } = new URL(page.url());
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, ...(isFull && { quotaSize: 1 }) });
  await expect.poll(() => canWrite(page), { timeout: 60_000 }).toBe(!isFull);
}

function canWrite(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open('scratch', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('bytes');
        opening.onerror = () => resolve(false);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('bytes', 'readwrite');
          writing.objectStore('bytes').put(new Uint8Array(2_000_000), 1);
          const finishWrite = (written: boolean) => {
            opening.result.close();
            resolve(written);
          };
          writing.oncomplete = () => finishWrite(true);
          writing.onabort = () => finishWrite(false);
        };
      }),
  );
}
