import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { callApi } from './api';
import {
  CODE_MS,
  computeLoginCode,
  CONSOLE_DEVICE,
  fillLogin,
  moveFocusTo,
  logInAtConsole,
  createOperator,
  openConsole,
  createOperatorWithSecret,
  PASSWORD,
} from './console';
import { serverUrls } from './server';
import { waitUntilCached, expect, test, WITH_WORKER } from './journey';
import { Support } from './support';

const DIST = resolve(import.meta.dirname, '../../backend/webapp/dist');

test.use(CONSOLE_DEVICE);

interface HistoryMessage {
  seq: number;
  sender: string;
  clientId: string;
  message: { message_type: string; payload: unknown };
}

/** A guest who sends the same calls as the app. */
class Guest {
  private readonly guestId = randomUUID();

  async sendText(text: string): Promise<void> {
    await callApi('POST', '/api/chat/send-message', {
      guestId: this.guestId,
      clientId: randomUUID(),
      message: { message_type: 'text', payload: text },
    });
  }

  async markRead(): Promise<void> {
    await callApi('PUT', '/api/chat/read-customer', { guestId: this.guestId });
  }

  /** Returns the conversation, oldest message first. */
  async fetchHistory(): Promise<HistoryMessage[]> {
    return (
      await callApi<HistoryMessage[]>('POST', '/api/chat/history', { guestId: this.guestId, limit: 100 })
    ).reverse();
  }

  async receivedTexts(): Promise<unknown[]> {
    return (await this.fetchHistory())
      .filter(({ sender }) => sender === 'support')
      .map(({ message }) => message.payload);
  }
}

/** Returns the console's files that contain a call of the cashier's. */
async function cashierFiles(): Promise<string[]> {
  const folder = join(DIST, 'assets/operator');
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map((name) => readFile(join(folder, name), 'utf8')));
  return scripts.filter((_, i) => texts[i]!.includes('/api/operator/items'));
}

const log = (page: Page) => page.getByTestId('log').locator('[data-delivery]');

// spec D8.1
test('a guest writes, support replies by the keyboard alone, and a second screen shows it', async ({
  page,
  browser,
}) => {
  const guest = new Guest();
  const question = `เงินฝากยังไม่เข้าค่ะ ${randomUUID().slice(0, 6)}`;
  await guest.sendText(question);
  const [me, colleague] = await Promise.all([createOperator(), createOperator()]);
  const other = await openConsole(browser);
  await logInAtConsole(other.page, colleague);
  await expect(other.page.getByTestId('inbox').getByRole('button', { name: question })).toBeVisible();

  await logInAtConsole(page, me);
  await moveFocusTo(page, question);
  await page.keyboard.press('Enter');
  await expect(log(page).filter({ hasText: question })).toBeVisible();
  await page.keyboard.press('Alt+a');
  await page.keyboard.press('Alt+r');
  await page.keyboard.type('สวัสดีค่ะ');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('ขอดูสลิปหน่อยนะคะ');
  await page.keyboard.press('Enter');

  const reply = 'สวัสดีค่ะ\nขอดูสลิปหน่อยนะคะ';
  await expect.poll(() => guest.receivedTexts()).toEqual([reply]);
  await expect(log(page).filter({ hasText: 'ขอดูสลิป' })).toHaveAttribute('data-delivery', 'sent');
  const row = other.page.getByTestId('inbox').getByRole('button', { name: 'ขอดูสลิปหน่อยนะคะ' });
  await expect(row).toContainText(me);
  await row.click();
  await expect(log(other.page).filter({ hasText: 'ขอดูสลิป' })).toHaveCount(1);

  await guest.markRead();
  await guest.sendText('นี่ค่ะ');
  for (const screen of [page, other.page]) {
    await expect(log(screen).filter({ hasText: 'ขอดูสลิป' })).toHaveAttribute('data-delivery', 'read');
    await expect(log(screen).filter({ hasText: 'นี่ค่ะ' })).toBeVisible();
  }

  await page.reload();
  await expect(log(page).filter({ hasText: 'ขอดูสลิป' })).toHaveAttribute('data-delivery', 'read');

  await page.keyboard.press('Alt+c');
  await expect(page.getByRole('button', { name: 'เปิดใหม่' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${serverUrls.app}/operator`);
  await expect(other.page.getByRole('button', { name: 'เปิดใหม่' })).toBeVisible();
  expect(other.faults).toEqual([]);
  await other.close();
});

test('a chord opens the saved replies, and the customer receives one in their language', async ({ page }) => {
  const guest = new Guest();
  const question = `ถอนกี่นาทีคะ ${randomUUID().slice(0, 6)}`;
  await guest.sendText(question);
  await logInAtConsole(page, await createOperator());
  const name = `ถอน ${randomUUID().slice(0, 6)}`;
  await page.getByRole('button', { name: 'คำตอบสำเร็จรูป', exact: true }).first().click();
  await page.getByRole('button', { name: 'เพิ่มคำตอบ' }).click();
  await page.getByLabel('ชื่อสำหรับค้นหา').fill(name);
  await page.getByRole('button', { name: 'บันทึก' }).click();
  await expect(page.getByText('กรุณากรอกช่องนี้')).toHaveCount(3);
  for (const [label, text] of [
    ['ไทย', 'รอไม่นานค่ะ'],
    ['ລາວ', 'ລໍຖ້າບໍ່ດົນ'],
    ['English', 'Not long'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  await page.getByRole('button', { name: 'บันทึก' }).click();
  await expect(page.getByRole('complementary').getByText(name)).toBeVisible();
  await page.keyboard.press('Escape');

  await moveFocusTo(page, question);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Alt+/');
  await page.keyboard.type(name);
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('คำตอบ', { exact: true })).toHaveValue('รอไม่นานค่ะ');
  await page.keyboard.press('Enter');

  await expect.poll(() => guest.receivedTexts()).toEqual(['รอไม่นานค่ะ']);
});

test('a reply of every kind reaches the guest once, also if the connection drops its acknowledgement', async ({
  page,
}) => {
  const guest = new Guest();
  const question = `ขอวิธีฝากหน่อยค่ะ ${randomUUID().slice(0, 6)}`;
  await guest.sendText(question);
  await logInAtConsole(page, await createOperator());
  await page.getByTestId('inbox').getByRole('button', { name: question }).click();
  let drops = 2;
  await page.route('**/api/operator/chat/conversations/*/messages', async (route) => {
    if (route.request().method() !== 'POST' || drops-- <= 0) return route.continue();
    await route.fetch();
    await route.abort();
  });

  await page
    .getByTestId('operator-file')
    .setInputFiles(resolve(import.meta.dirname, '../../manifest/icons/icon-192.png'));
  await page.getByLabel('คำตอบ', { exact: true }).fill('ดูรูปนี้ค่ะ');
  await page.keyboard.press('Enter');
  await expect(log(page).filter({ hasText: 'ดูรูปนี้ค่ะ' })).toHaveAttribute('data-delivery', 'sent');
  const rich = page.getByRole('button', { name: 'ข้อความแบบมีปุ่ม' });
  const panel = page.getByRole('complementary');
  await rich.click();
  await panel.getByLabel('ข้อความ', { exact: true }).fill('อ่านต่อ');
  await panel.getByLabel('คำบนปุ่ม').fill('เปิดคู่มือ');
  await panel.getByLabel('ที่อยู่เว็บ').fill('http://example.com');
  await panel.getByRole('button', { name: 'ส่งข้อความนี้' }).click();
  await expect(panel.getByText('ขึ้นต้นด้วย https://')).toBeVisible();
  await panel.getByLabel('ที่อยู่เว็บ').fill('https://example.com/how');
  await panel.getByRole('button', { name: 'ส่งข้อความนี้' }).click();
  await rich.click();
  await panel.getByText('คำตอบด่วน').click();
  await panel.getByLabel('ข้อความ', { exact: true }).fill('ธนาคารไหนคะ');
  await panel.getByLabel('คำตอบที่ 1').fill('กสิกร');
  await panel.getByRole('button', { name: 'ส่งข้อความนี้' }).click();
  await rich.click();
  await panel.getByText('การ์ด', { exact: true }).click();
  await panel
    .getByTestId('card-file')
    .setInputFiles(resolve(import.meta.dirname, '../../manifest/icons/icon-192.png'));
  await panel.getByLabel('หัวเรื่อง').fill('ขั้นที่ 1');
  await expect(panel.getByRole('button', { name: 'เปลี่ยนรูป' })).toBeVisible();
  await panel.getByRole('button', { name: 'ส่งข้อความนี้' }).click();

  const kinds = async () => (await guest.fetchHistory()).map(({ message }) => message.message_type);
  await expect.poll(kinds).toEqual(['text', 'media', 'text', 'buttons', 'quick_replies', 'generic']);
  await expect(log(page)).toHaveCount(6);
  await expect(log(page).last()).toHaveAttribute('data-delivery', 'sent');
});

test('older messages appear above without moving the visible ones, and missed ones are fetched after a reconnect', async ({
  browser,
}) => {
  const { page, faults, close } = await openConsole(browser);
  const guest = new Guest();
  const mark = randomUUID().slice(0, 6);
  const line = (n: number) => `บรรทัดที่ ${n}. ${mark}`;
  await guest.sendText(line(1));
  // Each side writes: one side alone may not send more than thirty messages at once.
  const conversation = await (await Support.openSession()).conversationWithPreview(line(1));
  for (let n = 2; n <= 34; n += 2) {
    await conversation.sendText(line(n));
    if (n < 34) await guest.sendText(line(n + 1));
  }
  await logInAtConsole(page, await createOperator());
  await page
    .getByTestId('inbox')
    .getByRole('button', { name: `34. ${mark}` })
    .click();
  await expect(log(page)).toHaveCount(30);
  const sixth = log(page).filter({ hasText: `ที่ 6. ${mark}` });
  await sixth.scrollIntoViewIfNeeded();
  await expect(log(page)).toHaveCount(34);

  await expect(sixth).toBeInViewport();
  await page.context().setOffline(true);
  await expect(page.getByTestId('line')).toContainText('กำลังเชื่อมต่อใหม่');
  await guest.sendText(`ระหว่างสายหลุด ${mark}`);
  await page.context().setOffline(false);
  await expect(log(page)).toHaveCount(35);
  await expect(page.getByTestId('line')).toHaveText('');
  // Chromium logs this message for a socket without a network. The journey disconnected it on purpose.
  expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  await close();
});

test('back closes the panel first, and from the second conversation leads to the list; a reload stays', async ({
  page,
}) => {
  const questions = [1, 2].map((n) => `คำถามที่ ${n} ${randomUUID().slice(0, 6)}`);
  for (const question of questions) await new Guest().sendText(question);
  await logInAtConsole(page, await createOperator());
  const panel = page.getByRole('complementary');
  for (const question of questions) {
    await page.getByTestId('inbox').getByRole('button', { name: question }).click();
    await expect(log(page).filter({ hasText: question })).toBeVisible();
  }
  const address = page.url();
  await page.getByRole('button', { name: 'ข้อมูลลูกค้า' }).click();
  await expect(panel).toBeVisible();

  await page.goBack();
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(address);
  await page.reload();
  await expect(log(page).filter({ hasText: questions[1]! })).toBeVisible();
  await page.goBack();

  await expect(page.getByText('ยังไม่ได้เลือกแชต')).toBeVisible();
  await expect(page).toHaveURL(`${serverUrls.app}/operator`);
});

test('a page whose code cannot be loaded shows this, keeps text typed on other pages, and opens on a later request', async ({
  browser,
}) => {
  const { page, faults, close } = await openConsole(browser);
  const question = `คำถาม ${randomUUID().slice(0, 6)}`;
  await new Guest().sendText(question);
  await logInAtConsole(page, await createOperator('admin'));
  const row = page.getByTestId('inbox').getByRole('button', { name: question });
  await row.click();
  await page.getByLabel('คำตอบ', { exact: true }).fill('พิมพ์ค้างไว้');
  await page.route('**/assets/operator/log-page-*', (route) => route.abort());
  const rail = page.getByRole('navigation');
  await rail.getByRole('button', { name: 'บันทึกการทำงาน' }).click();
  await expect(page.getByRole('alert')).toContainText('เชื่อมต่อไม่ได้');

  await rail.getByRole('button', { name: 'แชต' }).click();
  await row.click();
  await expect(page.getByLabel('คำตอบ', { exact: true })).toHaveValue('พิมพ์ค้างไว้');
  await rail.getByRole('button', { name: 'บันทึกการทำงาน' }).click();
  await page.unroute('**/assets/operator/log-page-*');
  await page.getByRole('button', { name: 'ลองใหม่' }).click();

  await expect(page.getByRole('heading', { name: 'บันทึกการทำงาน' })).toBeVisible();
  // React logs the errors that a boundary caught.
  expect(faults.filter((fault) => !fault.includes('NETWORK'))).toEqual([]);
  await close();
});

test('support logs in to the chats alone, loads nothing of the cashier’s, and an ended session leads back to the login', async ({
  page,
}) => {
  const { name, secret } = await createOperatorWithSecret('support');
  const loaded: string[] = [];
  page.on('response', (response) => loaded.push(response.url().split('/').at(-1)!));
  await page.goto('/operator/cashier');
  await fillLogin(page, name, PASSWORD, computeLoginCode(secret, Math.floor(Date.now() / CODE_MS)));
  await expect(page.getByRole('navigation').getByRole('button', { name: 'แคชเชียร์' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'แชต', exact: true })).toBeVisible();
  const cashiers = await cashierFiles();
  expect(cashiers.length).toBeGreaterThan(0);
  expect(loaded.filter((file) => cashiers.includes(file) || /^cashier.*\.js$/.test(file))).toEqual([]);
  const token = await page.evaluate(
    () => (JSON.parse(sessionStorage.getItem('operator-session')!) as { token: string }).token,
  );
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await callApi('POST', '/api/operator/logout', undefined, token);
  const ended = page.getByText('หมดเวลาใช้งานแล้ว');
  // The page's own next call may be faster than this tap. Then there is no button left to tap.
  await expect(async () => {
    if (await ended.isHidden()) await page.getByText('ปิดแล้ว', { exact: true }).click({ timeout: 1_000 });
    await expect(ended).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test.describe('the members’ app', () => {
  test.use(WITH_WORKER);

  test('members load nothing of the console, and their service worker neither caches nor handles any of it', async ({
    page: browser,
  }) => {
    const files = ['index.html', 'sw.js'].map((name) => readFile(join(DIST, name), 'utf8'));
    const [page = '', worker = ''] = await Promise.all(files);
    const precached = [...worker.matchAll(/"?url"?:\s*"([^"]+)"/g)].map(([, url]) => url!);

    expect(page).not.toContain('operator');
    expect(precached.length).toBeGreaterThan(10);
    expect(precached.filter((url) => url.includes('operator'))).toEqual([]);

    await browser.goto('/login');
    await waitUntilCached(browser);
    const requestedUrls: string[] = [];
    browser.on('response', (response) => response.fromServiceWorker() && requestedUrls.push(response.url()));
    await browser.goto('/operator/1');
    await expect(browser.getByRole('heading', { name: 'เข้าสู่ระบบทีมงาน' })).toBeVisible();
    const cachedUrls = await browser.evaluate(async () => {
      const names = await caches.keys();
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return all.flat().map(({ url }) => url);
    });
    expect(cachedUrls.length).toBeGreaterThan(10);
    expect([...cachedUrls, ...requestedUrls].filter((url) => url.includes('operator'))).toEqual([]);
  });
});
