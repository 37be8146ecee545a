/**
 * Pictures of responsible gaming: the links to a break, the break's confirmation and its state, and the
 * reality check.
 */
import type { Page } from '@playwright/test';
import { callApi, fundWallet, createHolderName, createMember, logInByApi, type Member } from './api';
import type { Shot } from './screens-chat';
import { dialog } from './money';

/** Creates a member with some money and the reality check switched on. */
export async function createMemberWithCare(): Promise<Member> {
  const member = await createMember({ bankAccountName: createHolderName() });
  await fundWallet(member, 1500);
  await callApi('PUT', '/api/care/reality', { minutes: 15 }, await logInByApi(member));
  return member;
}

/** Takes the pictures of care for a member. `brief` leaves out screens that differ little from others. */
export async function captureMemberCare(
  page: Page,
  member: Member,
  shot: Shot,
  { brief = false } = {},
): Promise<void> {
  await page.goto('/user/profile');
  await page.locator('button[aria-haspopup=dialog]').last().scrollIntoViewIfNeeded();
  await shot('profile-care');
  await page.goto('/user/home?sheet=reality');
  await dialog(page).getByRole('radio').nth(4).waitFor({ state: 'attached' });
  await shot('reality');
  await captureRealityCheck(page, shot);
  await page.goto('/user/home?sheet=break');
  const rows = dialog(page).locator('label');
  await rows.nth(9).waitFor();
  await shot('break');
  await rows.nth(6).click();
  if (!brief) await shot('break-chosen');
  await dialog(page).locator('footer button, button').last().click();
  await shot('break-confirm');
  await callApi('POST', '/api/care/cooloff', { hours: 168 }, await logInByApi(member));
  await page.goto('/user/home');
  await page.reload();
  // The notice states the end of the break to the second.
  await page
    .locator('main')
    .getByText(/\d{2}:\d{2}:\d{2}/)
    .first()
    .waitFor();
  await shot('home-closed');
  await page.goto('/user/home?sheet=break');
  await dialog(page).getByRole('heading').waitFor();
  await shot('break-closed');
  if (!brief) {
    await page.goto('/user/home?sheet=deposit');
    await dialog(page).getByRole('heading').waitFor();
    await shot('deposit-closed');
  }
}

/** Simulates more than an hour of use. */
async function captureRealityCheck(page: Page, shot: Shot): Promise<void> {
  await page.evaluate(() => {
    const storedClock = JSON.parse(sessionStorage.getItem('reality') ?? '{}') as object;
    sessionStorage.setItem('reality', JSON.stringify({ ...storedClock, used: 83 * 60_000 }));
  });
  await page.goto('/user/home');
  await page.getByRole('alertdialog').locator('dl').nth(4).waitFor();
  await shot('reality-told');
}
