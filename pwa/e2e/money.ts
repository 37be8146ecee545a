/**
 * Functions that the journeys about money share: for the sheets, for lost responses, and for the idempotency
 * keys sent.
 */
import type { Locator, Page, Route } from '@playwright/test';
import { expect, tapBar } from './journey';
import { keepTogether } from '../src/i18n/keep-together';

/** The text of a sheet while the response to a command is missing. */
export const CHECKING = 'กำลังตรวจสอบ กรุณาอย่าทำรายการซ้ำ';

export const dialog = (page: Page): Locator => page.getByRole('dialog');

export async function openDeposit(page: Page, method?: 'QR' | 'ซองของขวัญ'): Promise<void> {
  if (!page.url().includes('/user/home')) await tapBar(page, 'กระเป๋าของฉัน');
  await page.getByRole('button', { name: 'ฝากเงิน', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'ฝากเงิน' })).toBeVisible();
  if (method)
    await dialog(page)
      .getByRole('tab', { name: keepTogether(method) })
      .click();
}

/** Enters the amount and opens the confirmation. */
export async function openWithdrawConfirmation(page: Page, amount: string): Promise<void> {
  if (!page.url().includes('/user/home')) await tapBar(page, 'กระเป๋าของฉัน');
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();
  await dialog(page).getByLabel('จำนวนเงิน', { exact: true }).and(page.locator('input')).fill(amount);
  await dialog(page).getByRole('button', { name: /^ถอน / }).click();
  await expect(page.getByRole('dialog', { name: 'ยืนยันการถอน' })).toBeVisible();
}

export const confirmButton = (page: Page): Locator => dialog(page).getByRole('button', { name: /^ยืนยันถอน / });

/** Intercepts one call: records its idempotency keys, and changes its responses. */
export class InterceptedCall {
  readonly keys: string[] = [];
  /** How many of the next requests reach the server but lose their responses. */
  responsesToLose = 0;
  /** How many of the next requests never reach the server. */
  requestsToDrop = 0;
  /** The number of requests without a response. */
  lostCount = 0;
  /** The response that `times` of the next requests get. They never reach the server. */
  private refusal: { times: number; status: number; message: string } = { times: 0, status: 0, message: '' };

  static async on(page: Page, method: string, path: string): Promise<InterceptedCall> {
    const intercepted = new InterceptedCall();
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() !== method) return route.fallback();
      intercepted.keys.push(route.request().headers()['idempotency-key'] ?? '');
      return intercepted.handle(route);
    });
    return intercepted;
  }

  refuse(times: number, status: number, message: string): void {
    this.refusal = { times, status, message };
  }

  /** The number of different commands that the phone has sent. */
  get commandCount(): number {
    return new Set(this.keys).size;
  }

  /**
   * Loses responses until `seen` is visible, but at least two. The element is shown only while responses are
   * missing. So the check cannot be too late.
   */
  async loseUntil(seen: Locator): Promise<void> {
    await expect.poll(() => this.lostCount, 'lost responses').toBeGreaterThan(0);
    await expect(seen).toBeVisible();
    await expect.poll(() => this.lostCount, 'lost responses').toBeGreaterThan(1);
    this.responsesToLose = 0;
    this.requestsToDrop = 0;
  }

  private async handle(route: Route): Promise<void> {
    if (this.refusal.times > 0) {
      this.refusal.times--;
      const { status, message } = this.refusal;
      return route.fulfill({
        status,
        contentType: 'application/json',
        body: JSON.stringify({ message, requestId: 'testtesttesttest' }),
      });
    }
    if (this.requestsToDrop > 0) {
      this.requestsToDrop--;
      this.lostCount++;
      return route.abort('connectionreset');
    }
    if (this.responsesToLose > 0) {
      this.responsesToLose--;
      this.lostCount++;
      // Longer than the server waits for a provider, and shorter than the test's own timeout. So a failure
      // names the call.
      await route.fetch({ timeout: 20_000 });
      return route.abort('connectionreset');
    }
    return route.continue();
  }
}
