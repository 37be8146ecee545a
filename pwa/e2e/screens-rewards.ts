/** Pictures of bonuses, promotions, friends and refunds, in their states. */
import type { Page } from '@playwright/test';
import { fundWallet, createMember, type Member } from './api';
import { dialog } from './money';
import type { Shot } from './screens-chat';

/** Creates a member whose deposit fits the first bonus. */
export async function createMemberWithDeposit(): Promise<Member> {
  const member = await createMember();
  await fundWallet(member, 1000);
  return member;
}

/** Takes the pictures of a member's rewards. */
export async function captureMemberRewards(page: Page, shot: Shot): Promise<void> {
  await captureDays(page, shot);
  await capturePromotions(page, shot);
  await captureCardStates(page, shot);
  await captureBonuses(page, shot);
}

/** The states that the cards get. One of the cards can be taken again tomorrow. */
const cardStates = ['received', 'received', 'full', 'busy', 'unfit', 'current'];

/** Repeats the cards of the server's response until every state is shown. */
async function captureCardStates(page: Page, shot: Shot): Promise<void> {
  const again = new Date(Date.now() + 86_400_000).toISOString();
  await page.route(/\/api\/(sync|bonus)(\?.*)?$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as object[] | { bonuses?: object[] };
    const cards = Array.isArray(body) ? body : body.bonuses;
    if (!cards) return route.fulfill({ response, json: body });
    const bonuses = cardStates.map((state, i) => ({
      ...cards[i % cards.length],
      code: `S${i}`,
      state,
      ...(i === 1 && { again }),
    }));
    return route.fulfill({ response, json: Array.isArray(body) ? bonuses : { ...body, bonuses } });
  });
  await page.goto('/user/bonus');
  const cards = page.locator('main li');
  await cards.nth(cardStates.length - 1).waitFor();
  await shot('bonus-states');
  await cards.last().scrollIntoViewIfNeeded();
  await shot('bonus-states-end');
  await page.unrouteAll({ behavior: 'wait' });
}

async function capturePromotions(page: Page, shot: Shot): Promise<void> {
  await page.goto('/user/bonus?sheet=promotion&promotion=NOBODY');
  await dialog(page).locator('h3, p').first().waitFor();
  await shot('promotion-missing');
  await page.goto('/user/bonus?sheet=promotion&promotion=KRAPAO50');
  await dialog(page).locator('dl').first().waitFor();
  await shot('promotion');
}

async function captureBonuses(page: Page, shot: Shot): Promise<void> {
  await page.goto('/user/bonus');
  const cards = page.locator('main li');
  await cards.nth(2).waitFor();
  await shot('bonus');
  await cards.first().getByRole('button').click();
  await dialog(page).locator('dl').first().waitFor();
  await shot('bonus-sheet');
  await dialog(page).locator('footer button, button').last().click();
  await dialog(page).locator('dl').nth(1).waitFor();
  await shot('bonus-confirm');
  await dialog(page).locator('button.bg-brand').click();
  await dialog(page).waitFor({ state: 'detached' });
  await page.locator('main [role=progressbar], main progress, main section').first().waitFor();
  await shot('bonus-running');
  await page.goto('/user/bonus?sheet=clear-bonus');
  await dialog(page).locator('button').nth(1).waitFor();
  await shot('bonus-clear');
}

/** Simulates closed days by other sums in the server's response. */
async function simulateEarnings(page: Page): Promise<void> {
  const at = (day: number) => new Date(Date.now() - day * 86_400_000).toISOString();
  const invite = { amount: 320, soFar: 12.5, success: 0, fail: 1, dayMost: 2_000 };
  const refund = { result: true, refundAmount: 84.2, balance: 15, soFar: 3.1, dayMost: 5_000 };
  const invites = ['กัญญ•••', 'สมช•••', 'Kan•••'].map((name, i) => ({
    _id: `${i}`,
    from: { name },
    amount: i === 2 ? -20 : 170 + i,
    createdAt: at(i + 1),
    version: 0,
  }));
  const refunds = [1, 2].map((n) => ({ _id: `r${n}`, refundAmount: 40 + n, createdAt: at(n), version: 0 }));
  await page.route(/\/api\/(sync|wallet|refund\/check)(\?.*)?$/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const body = (await response.json()) as Record<string, object>;
    const json = route.request().url().includes('refund/check')
      ? { ...body, ...refund }
      : 'refund' in body
        ? { ...body, invite, refund: { ...body.refund, ...refund }, invites, refunds }
        : { ...body, invite };
    return route.fulfill({ response, json });
  });
  await page.route('**/api/invite', (route) => route.fulfill({ json: { total: 3, invites } }));
  await page.route('**/api/refund', (route) => route.fulfill({ json: { total: 2, refunds } }));
}

async function captureDays(page: Page, shot: Shot): Promise<void> {
  await simulateEarnings(page);
  await page.goto('/user/home');
  await page.locator('main dd button').first().waitFor();
  await shot('home-rewards');
  await page.goto('/user/home?sheet=collect');
  await dialog(page).locator('dl').first().waitFor();
  await shot('collect');
  await page.goto('/user/home?sheet=invite');
  await dialog(page).locator('img').first().waitFor();
  await shot('invite-banner');
  await dialog(page).locator('button').last().click();
  await dialog(page).locator('svg[role=img] path[d^=M]').waitFor();
  await shot('invite');
  await page.goto('/user/home?sheet=refund');
  await dialog(page).locator('img').first().waitFor();
  await dialog(page).locator('button').last().click();
  await dialog(page).getByText('84.20').first().waitFor();
  await shot('refund');
  await page.unrouteAll({ behavior: 'wait' });
}
