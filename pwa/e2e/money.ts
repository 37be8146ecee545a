/**
 * Functions that the journeys about money share: for the sheets, for lost responses, and for the idempotency
 * keys sent.
 */
import type { Locator, Page, Route } from '@playwright/test';
import { expect, tapBar } from './journey';
import { hold } from '../src/i18n/hold';

/** The text of a sheet while the response to a command is missing. */
export const CHECKING = 'กำลังตรวจสอบ กรุณาอย่าทำรายการซ้ำ';

export const dialog = (page: Page): Locator => page.getByRole('dialog');

export async function openDeposit(page: Page, way?: 'QR' | 'ซองของขวัญ'): Promise<void> {
  if (!page.url().includes('/user/home')) await tapBar(page, 'กระเป๋าของฉัน');
  await page.getByRole('button', { name: 'ฝากเงิน', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'ฝากเงิน' })).toBeVisible();
  if (way)
    await dialog(page)
      .getByRole('tab', { name: hold(way) })
      .click();
}

/** Enters the amount and opens the confirmation. */
export async function askToWithdraw(page: Page, amount: string): Promise<void> {
  if (!page.url().includes('/user/home')) await tapBar(page, 'กระเป๋าของฉัน');
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();
  await dialog(page).getByLabel('จำนวนเงิน', { exact: true }).and(page.locator('input')).fill(amount);
  await dialog(page).getByRole('button', { name: /^ถอน / }).click();
  await expect(page.getByRole('dialog', { name: 'ยืนยันการถอน' })).toBeVisible();
}

export const confirmButton = (page: Page): Locator => dialog(page).getByRole('button', { name: /^ยืนยันถอน / });

/** Intercepts one call: records its idempotency keys, and changes its responses. */
export class Watched {
  readonly keys: string[] = [];
  /** How many of the next requests reach the server but lose their responses. */
  losing = 0;
  /** How many of the next requests never reach the server. */
  dropping = 0;
  /** The number of requests without a response. */
  lost = 0;
  /** The response that `times` of the next requests get. They never reach the server. */
  private refusing: { times: number; status: number; message: string } = { times: 0, status: 0, message: '' };

  static async on(page: Page, method: string, path: string): Promise<Watched> {
    const watched = new Watched();
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() !== method) return route.fallback();
      watched.keys.push(route.request().headers()['idempotency-key'] ?? '');
      return watched.answer(route);
    });
    return watched;
  }

  refuse(times: number, status: number, message: string): void {
    this.refusing = { times, status, message };
  }

  /** The number of different commands that the phone has sent. */
  get commands(): number {
    return new Set(this.keys).size;
  }

  /**
   * Loses responses until `seen` is visible, but at least two. The element is shown only while responses are
   * missing. So the check cannot be too late.
   */
  async lostUntil(seen: Locator): Promise<void> {
    await expect.poll(() => this.lost, 'answers that were lost').toBeGreaterThan(0);
    await expect(seen).toBeVisible();
    await expect.poll(() => this.lost, 'answers that were lost').toBeGreaterThan(1);
    this.losing = 0;
    this.dropping = 0;
  }

  private async answer(route: Route): Promise<void> {
    if (this.refusing.times > 0) {
      this.refusing.times--;
      const { status, message } = this.refusing;
      return route.fulfill({
        status,
        contentType: 'application/json',
        body: JSON.stringify({ message, requestId: 'testtesttesttest' }),
      });
    }
    if (this.dropping > 0) {
      this.dropping--;
      this.lost++;
      return route.abort('connectionreset');
    }
    if (this.losing > 0) {
      this.losing--;
      this.lost++;
      // Longer than the server waits for a provider, and shorter than the test's own timeout. So a failure
      // names the call.
      await route.fetch({ timeout: 20_000 });
      return route.abort('connectionreset');
    }
    return route.continue();
  }
}
