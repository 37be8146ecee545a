/** Films the how-to clips in public/howto. Each step has the six seconds of its caption. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import content from '../../src/i18n/th/content.json' with { type: 'json' };
import { api, newMember, tokenOf, type Member } from '../api';
import { house } from '../house';
import { expect, logIn, test } from '../journey';
import { transfer } from '../world';
import { Camera } from './camera';
import { showCard } from './card';
import { encode } from './encode';
import { tap } from './finger';

const FOLDER = join(import.meta.dirname, '../../../public/howto');
const STEP_SECONDS = 6;
const LENGTH = 3 * STEP_SECONDS;
/** What anyone may have to load on a weak signal. */
const MOST_BYTES = 400_000;

// The chat's invitation comes once on a phone: here it would only draw the eye away.
const declined = [{ name: 'chat-invite-declined', value: '2026-01-01T00:00:00Z' }];
test.use({
  colorScheme: 'light',
  storageState: async ({}, use) =>
    use({ cookies: [], origins: [{ origin: house.app, localStorage: declined }] }),
});

test('wallet', async ({ page }) => {
  const member = await newMember();
  await logIn(page, member);
  const { picture } = await transfer(member, 750);
  await page.goto('/login');
  await page.getByLabel('เบอร์โทรศัพท์').fill(member.phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);

  const camera = await Camera.start(page);
  await camera.until(0.8);
  await tap(page.getByRole('button', { name: 'เข้าสู่ระบบ' }));
  await page.waitForURL('**/user/home**');
  await camera.until(3.6);
  await tap(page.getByRole('link', { name: 'กระเป๋าของฉัน' }));

  await camera.until(6.3);
  await tap(page.getByRole('button', { name: 'ฝากเงิน' }));
  await camera.until(9);
  await tap(page.getByRole('button', { name: 'คัดลอกเลขบัญชี', exact: true }));

  await camera.until(12);
  await tap(page.getByRole('dialog', { name: 'ฝากเงิน' }).getByRole('button', { name: /^อัป.?โหลดสลิป$/ }));
  await camera.until(13.4);
  const chosen = page.waitForEvent('filechooser');
  await tap(page.getByRole('dialog', { name: 'สลิปของฉัน' }).getByRole('button', { name: 'เลือกรูปสลิป' }));
  await (await chosen).setFiles(picture);
  await camera.until(15.3);
  await tap(page.getByRole('dialog').getByRole('button', { name: /^(ส่งสลิป|ส่งรูปนี้เลย)$/ }));
  await save(page, camera, 'wallet');
});

test('balance', async ({ page }) => {
  const member = await newMember();
  for (const amount of [1500, 320.5, 500]) await payIn(member, amount);
  await logIn(page, member);
  await expect(page.getByText('+500.00')).toBeVisible();

  const camera = await Camera.start(page);
  await camera.until(1.5);
  await tap(page.getByRole('button', { name: 'ซ่อนยอดเงิน' }));
  await camera.until(3.5);
  await tap(page.getByRole('button', { name: 'แสดงยอดเงิน' }));

  await camera.until(7);
  await tap(page.getByRole('button', { name: 'เช็กยอดล่าสุด' }));

  await camera.until(12.3);
  await tap(page.getByRole('link', { name: 'รายการ', exact: true }));
  await save(page, camera, 'balance');
});

for (const [file, topic] of Object.entries({
  game: content.howto.game,
  bonus: content.howto.bonus,
  'end-bonus': content.howto.endBonus,
})) {
  test(file, async ({ page }) => {
    await page.goto('/howto');
    await page.getByText(topic.title).waitFor();
    const { title } = topic;
    const steps = Object.values(topic.steps);
    await showCard(page, { title, steps, current: 0 });

    const camera = await Camera.start(page);
    for (const current of [1, 2]) {
      await camera.until(current * STEP_SECONDS);
      await showCard(page, { title, steps, current });
    }
    await save(page, camera, file);
  });
}

async function save(page: Page, camera: Camera, file: string): Promise<void> {
  const ticks = await camera.cut(LENGTH);
  await writeFile(join(FOLDER, `${file}.webm`), await encode(page, ticks, LENGTH, MOST_BYTES));
}

/** Money that is there once the slip is settled. */
async function payIn(member: Member, amount: number): Promise<void> {
  const token = await tokenOf(member);
  const { picture } = await transfer(member, amount);
  const form = new FormData();
  form.append('clientId', crypto.randomUUID());
  form.append('file', new Blob([new Uint8Array(picture.buffer)], { type: 'image/png' }), 'slip.png');
  const headers = { 'X-Requested-With': 'wallet-user', Authorization: `Bearer ${token}` };
  const answer = await fetch(`${house.app}/api/wallet/slip`, { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(`slip: ${answer.status} ${await answer.text()}`);
  await expect
    .poll(async () => {
      const { slips } = await api<{ slips: { status: string }[] }>(
        'POST',
        '/api/statement/slip',
        { page: 1, limit: 10 },
        token,
      );
      return slips.some(({ status }) => status === 'PENDING');
    })
    .toBe(false);
}
