/** Pictures of the prize wheel: at rest, stopped, its prize, and the check of its spins. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Member } from './api';
import { dialog } from './money';
import type { Shot } from './screens-chat';
import { createMemberWithCoins } from './spin';

/** Creates a member with enough coins to win at least once. */
export const createMemberWithSpins = (): Promise<Member> => createMemberWithCoins(40);

/** Spins until a spin wins. The page receives only that spin. */
async function keepWinningSpin(page: Page): Promise<void> {
  await page.route('**/api/spinwheel/spin', async (route) => {
    for (;;) {
      const headers = { ...route.request().headers(), 'idempotency-key': randomUUID() };
      const response = await route.fetch({ headers });
      const { result } = (await response.json()) as { result?: { prize: { kind: string } } };
      if (!result || result.prize.kind !== 'NOTHING') return route.fulfill({ response });
    }
  });
}

/** Takes the pictures of the wheel, a prize, and the check of a spin. */
export async function captureMemberSpins(page: Page, shot: Shot): Promise<void> {
  await keepWinningSpin(page);
  await page.goto('/user/spin');
  const spinButton = page.locator('[data-wheel] button');
  await spinButton.waitFor();
  await shot('spin');
  await spinButton.click();
  await dialog(page).locator('button').nth(2).waitFor({ timeout: 30_000 });
  await shot('spin-prize');
  await dialog(page).locator('button').nth(1).click();
  await dialog(page).locator('dl').nth(2).waitFor();
  await shot('spin-claim');
  await dialog(page).locator('button').nth(1).click();
  await dialog(page).getByRole('status').waitFor();
  await shot('spin-claimed');
  await page.goto('/user/spin');
  await spinButton.waitFor();
  await spinButton.click();
  await dialog(page).locator('button').nth(2).waitFor({ timeout: 30_000 });
  await page.goto('/user/spin');
  await page.locator('main li, main ul').first().waitFor();
  await shot('spin-coupons');
  await page.goto('/user/spin/check');
  const rotate = page.locator('main section button').first();
  await rotate.waitFor();
  await shot('spin-check');
  await rotate.click();
  await page.locator('main section svg.text-in').first().waitFor();
  await shot('spin-checked');
}
