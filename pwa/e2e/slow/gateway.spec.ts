/**
 * A gateway responds to each call once with its own error. Nothing is lost or doubled, no member is logged
 * out, and the app shows none of the gateway's texts.
 */
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { keepTogether } from '../../src/i18n/keep-together';
import { fetchLedger, fundWallet, createMember } from '../api';
import { findChatMessage, addUniqueSuffix } from '../chat';
import {
  closeSheet,
  expect,
  closeOutcomeSheet,
  uploadSlip,
  openChat,
  openWithStoredToken,
  test,
  sendChatText,
} from '../journey';
import { openWithdrawConfirmation, confirmButton, dialog } from '../money';
import { fetchPayouts, makeBankTransfer } from '../sandbox';

/** Error responses of real gateways, by status. */
const GATEWAY_RESPONSES: Record<number, object> = {
  400: { message: 'Bad Request' },
  401: { message: 'Unauthorized', requestId: '7f1c-11' },
  403: { message: 'Forbidden' },
  404: { message: 'no Route matched with those values' },
  413: { message: 'Request size limit exceeded', code: 413 },
  429: { message: 'API rate limit exceeded' },
  502: { message: 'An invalid response was received from the upstream server' },
};
const html = (status: number) =>
  `<html><head><title>${status}</title></head><body><h1>${status} nginx</h1></body></html>`;

/**
 * Makes the first attempt of each call get the gateway's response: as JSON, as a page and compressed, in
 * turn. Returns a function that returns the number of these calls.
 */
async function failFirstAttempts(page: Page, status: number): Promise<() => number> {
  const failedCalls = new Set<string>();
  await page.route('**/api/**', (route) => {
    const request = route.request();
    const call = `${request.method()} ${new URL(request.url()).pathname}`;
    if (failedCalls.has(call)) return route.fallback();
    failedCalls.add(call);
    const json = JSON.stringify(GATEWAY_RESPONSES[status]);
    const kinds = [
      { contentType: 'application/json', body: json },
      { contentType: 'text/html', body: html(status) },
      { headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }, body: gzipSync(json) },
    ];
    return route.fulfill({ status, ...kinds[failedCalls.size % 3] });
  });
  return () => failedCalls.size;
}

/** Records every text that the page shows. Returns a function that returns these texts. */
async function recordShownText(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const shown = ((globalThis as unknown as { shown: Set<string> }).shown = new Set<string>());
    new MutationObserver(() => shown.add(document.body?.innerText ?? '')).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
  return () => page.evaluate(() => [...(globalThis as unknown as { shown: Set<string> }).shown].join('\n'));
}

for (const status of Object.keys(GATEWAY_RESPONSES).map(Number)) {
  test(`a gateway that responds to each call once with ${status} loses and doubles nothing, and ends no session`, async ({
    page,
  }) => {
    const member = await createMember();
    await fundWallet(member, 500);
    const readShownText = await recordShownText(page);
    await openWithStoredToken(page, member);
    await expect(page.getByText('500.00').first()).toBeVisible();
    const failedCalls = await failFirstAttempts(page, status);

    await uploadSlip(page, (await makeBankTransfer(member, 90)).picture);
    await expect(dialog(page).getByText(keepTogether('90.00 บาท เข้ากระเป๋าแล้ว'))).toBeVisible({
      timeout: 90_000,
    });
    await closeOutcomeSheet(page);
    await openWithdrawConfirmation(page, '200');
    await confirmButton(page).click();
    await expect(dialog(page).getByText(keepTogether('ถอน 200.00 บาทสำเร็จ')).last()).toBeVisible({
      timeout: 90_000,
    });
    await closeOutcomeSheet(page);
    const words = addUniqueSuffix('สวัสดีค่ะ');
    await openChat(page);
    await sendChatText(page, words);
    await expect(findChatMessage(page, words).and(page.locator('[data-delivery=sent]'))).toBeVisible({
      timeout: 90_000,
    });
    await closeSheet(page);

    expect(await fetchPayouts(member)).toHaveLength(1);
    expect((await fetchLedger(member)).balance).toBe(390);
    expect(failedCalls()).toBeGreaterThan(5);
    expect(new URL(page.url()).pathname).not.toBe('/login');
    expect(await readShownText()).not.toMatch(/Request|Unauthorized|Forbidden|Route|limit|upstream|nginx/);
  });
}
