/** Records the how-to clips in public/howto. Each step lasts as long as its caption: six seconds. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { callApi, fundWallet, createMember, logInByApi, type Member } from '../api';
import { findGameCard, games } from '../games';
import { serverUrls } from '../server';
import { expect, logInOnLoginPage, test } from '../journey';
import { dialog } from '../money';
import { makeBankTransfer } from '../sandbox';
import { Camera } from './camera';
import { encodeClip } from './encode';
import { tap } from './finger';

const FOLDER = join(import.meta.dirname, '../../../public/howto');
const STEP_SECONDS = 6;
const LENGTH = 3 * STEP_SECONDS;
/** The maximum size of a clip, for users on a weak network. */
const MAX_BYTES = 400_000;

/** The first bonus of the demo content, and its amount for a deposit of 1,000 baht. */
const WELCOME = { code: 'WELCOME', name: 'โบนัสต้อนรับ 20%', amount: '200.00' };

// The chat's invitation appears only once on a phone. It is declined here, because it would distract.
const declined = [{ name: 'chat-invite-declined', value: '2026-01-01T00:00:00Z' }];
test.use({
  colorScheme: 'light',
  storageState: async ({}, use) =>
    use({ cookies: [], origins: [{ origin: serverUrls.app, localStorage: declined }] }),
});

test('the clip “wallet” is recorded', async ({ page }) => {
  const member = await createMember();
  await logInOnLoginPage(page, member);
  const { picture } = await makeBankTransfer(member, 750);
  await page.goto('/login');
  await page.getByLabel('เบอร์โทรศัพท์').fill(member.phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);

  const camera = await Camera.start(page);
  await camera.waitUntil(0.8);
  await tap(page.getByRole('button', { name: 'เข้าสู่ระบบ' }));
  await page.waitForURL('**/user/home**');
  await camera.waitUntil(3.6);
  await tap(page.getByRole('link', { name: 'กระเป๋าของฉัน' }));

  await camera.waitUntil(6.3);
  await tap(page.getByRole('button', { name: 'ฝากเงิน' }));
  await camera.waitUntil(9);
  await tap(page.getByRole('button', { name: 'คัดลอกเลขบัญชี', exact: true }));

  await camera.waitUntil(12);
  await tap(page.getByRole('dialog', { name: 'ฝากเงิน' }).getByRole('button', { name: /^อัป.?โหลดสลิป$/ }));
  await camera.waitUntil(13.4);
  const chosen = page.waitForEvent('filechooser');
  await tap(page.getByRole('dialog', { name: 'สลิปของฉัน' }).getByRole('button', { name: 'เลือกรูปสลิป' }));
  await (await chosen).setFiles(picture);
  await camera.waitUntil(15.3);
  await tap(page.getByRole('dialog').getByRole('button', { name: /^(ส่งสลิป|ส่งรูปนี้เลย)$/ }));
  await saveClip(page, camera, 'wallet');
});

test('the clip “balance” is recorded', async ({ page }) => {
  const member = await createMember();
  for (const amount of [1500, 320.5, 500]) await depositBySlip(member, amount);
  await logInOnLoginPage(page, member);
  await expect(page.getByText('+500.00')).toBeVisible();

  const camera = await Camera.start(page);
  await camera.waitUntil(1.5);
  await tap(page.getByRole('button', { name: 'ซ่อนยอดเงิน' }));
  await camera.waitUntil(3.5);
  await tap(page.getByRole('button', { name: 'แสดงยอดเงิน' }));

  await camera.waitUntil(7);
  await tap(page.getByRole('button', { name: 'เช็กยอดล่าสุด' }));

  await camera.waitUntil(12.3);
  await tap(page.getByRole('link', { name: 'ประวัติ', exact: true }));
  await saveClip(page, camera, 'balance');
});

test('the clip “game” is recorded', async ({ page }) => {
  // A film shows one window. So the game opens in the same window, shortly after the tap.
  await page.addInitScript(() => {
    window.open = (href) => {
      setTimeout(() => location.assign(String(href)), 1_200);
      return window;
    };
    if (!location.pathname.startsWith('/play/')) return;
    // The page in between uses the system's fonts, and the recording machine may have no Thai ones.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('p, a, button { visibility: hidden !important }');
    document.adoptedStyleSheets = [sheet];
  });
  const member = await createMember();
  await fundWallet(member, 1500);
  await logInOnLoginPage(page, member);
  const game = findGameCard(page, games.joker);
  await expect(game).toBeVisible();

  const camera = await Camera.start(page);
  await camera.waitUntil(0.8);
  await game.evaluate((each) => each.scrollIntoView({ block: 'center', behavior: 'smooth' }));
  await camera.waitUntil(2);
  await tap(game);
  await camera.waitUntil(3.2);
  await tap(dialog(page).getByRole('button', { name: `เปิดใช้งาน ${games.joker.name}` }));
  await expect(dialog(page).getByText('ชื่อผู้ใช้')).toBeVisible();

  await camera.waitUntil(6.1);
  const amountButton = dialog(page).getByRole('button', { name: '500', exact: true });
  await amountButton.evaluate((each) => each.scrollIntoView({ block: 'center', behavior: 'smooth' }));
  await camera.waitUntil(7.2);
  await tap(amountButton);
  await camera.waitUntil(9);
  await tap(dialog(page).getByRole('button', { name: 'โยกอย่างเดียว' }));

  await camera.waitUntil(12.2);
  await tap(dialog(page).getByRole('button', { name: `เล่น ${games.joker.name}` }));
  await saveClip(page, camera, 'game');
});

test('the clip “bonus” is recorded', async ({ page }) => {
  const member = await createMember();
  await fundWallet(member, 1000);
  await logInOnLoginPage(page, member);

  const camera = await Camera.start(page);
  await camera.waitUntil(1.5);
  await tap(page.getByRole('link', { name: 'โบนัส', exact: true }));

  await camera.waitUntil(6.2);
  await tap(page.getByRole('listitem').filter({ hasText: WELCOME.name }).getByRole('button'));
  await camera.waitUntil(8.4);
  const conditions = dialog(page).getByRole('heading', { name: 'เงื่อนไข' });
  await conditions.evaluate((each) => each.scrollIntoView({ block: 'start', behavior: 'smooth' }));

  await camera.waitUntil(12.4);
  await tap(dialog(page).getByRole('button', { name: `รับโบนัส ${WELCOME.amount} บาท` }));
  await saveClip(page, camera, 'bonus');
});

test('the clip “end-bonus” is recorded', async ({ page }) => {
  const member = await createMember();
  await fundWallet(member, 1000);
  await callApi('POST', `/api/bonus/activate/${WELCOME.code}`, {}, await logInByApi(member));
  await logInOnLoginPage(page, member);
  await page.getByRole('link', { name: 'โบนัส', exact: true }).click();
  await expect(page.getByText('โบนัสที่ใช้อยู่')).toBeVisible();

  const camera = await Camera.start(page);
  await camera.waitUntil(6.3);
  await tap(page.getByRole('button', { name: 'ยกเลิกโบนัส' }));
  await camera.waitUntil(8.6);
  await tap(dialog(page).getByRole('button', { name: 'ยืนยันยกเลิกโบนัส' }));

  await camera.waitUntil(11.6);
  await tap(page.getByRole('link', { name: 'กระเป๋าของฉัน' }));
  await camera.waitUntil(12.8);
  await tap(page.getByRole('main').getByRole('button', { name: 'ถอนเงิน', exact: true }));
  await camera.waitUntil(14.2);
  await tap(dialog(page).getByRole('button', { name: 'ทั้งหมด', exact: true }));
  await saveClip(page, camera, 'end-bonus');
});

async function saveClip(page: Page, camera: Camera, file: string): Promise<void> {
  const frames = await camera.stop(LENGTH);
  // The encoder runs in a page of the app.
  if (!page.url().startsWith(serverUrls.app)) await page.goto('/howto');
  await writeFile(join(FOLDER, `${file}.webm`), await encodeClip(page, frames, LENGTH, MAX_BYTES));
}

/** Deposits an amount. Resolves when the slip is settled and the money is in the wallet. */
async function depositBySlip(member: Member, amount: number): Promise<void> {
  const token = await logInByApi(member);
  const { picture } = await makeBankTransfer(member, amount);
  const form = new FormData();
  form.append('clientId', crypto.randomUUID());
  form.append('file', new Blob([new Uint8Array(picture.buffer)], { type: 'image/png' }), 'slip.png');
  const headers = { 'X-Requested-With': 'wallet-user', Authorization: `Bearer ${token}` };
  const response = await fetch(`${serverUrls.app}/api/wallet/slip`, { method: 'POST', headers, body: form });
  if (!response.ok) throw new Error(`slip: ${response.status} ${await response.text()}`);
  await expect
    .poll(async () => {
      const { slips } = await callApi<{ slips: { status: string }[] }>(
        'POST',
        '/api/statement/slip',
        { page: 1, limit: 10 },
        token,
      );
      return slips.some(({ status }) => status === 'PENDING');
    })
    .toBe(false);
}
