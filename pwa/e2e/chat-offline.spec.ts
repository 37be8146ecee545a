import type { BrowserContext, Page } from '@playwright/test';
import { newMember } from './api';
import { asGuest, message, messagesOf, unique } from './chat';
import { cached, chatLog, randomChatTexts, expect, logIn, openChat, watch, write } from './journey';
import { openPhone } from './phone';
import { noisePicture } from './pictures';
import type { CuttableProxy } from './proxy';
import { Support } from './support';
import { cutOff, reconnect, withPhone } from './with-phone';
import { hold } from '../src/i18n/hold';

// The trace recorder fetches the blobs of pictures, which the page's CSP correctly blocks.
withPhone.use({ trace: 'off' });

withPhone(
  'three messages typed offline in three tabs survive closing the browser and arrive once and in order',
  async ({ folder, road }) => {
    withPhone.setTimeout(240_000);
    const member = await newMember();
    const support = await Support.signIn();
    let browser = await openPhone(folder);
    let faults = await watch(browser);
    const first = browser.pages()[0]!;
    await first.goto(`${road.url}/login`);
    await logIn(first, member);
    await openChat(first);
    await write(first, 'สวัสดีค่ะ');
    await expect(message(first, 'สวัสดีค่ะ')).toHaveAttribute('data-delivery', 'sent');
    const desk = await support.conversationOf(member);
    await desk.say('สวัสดีค่ะ มีอะไรให้ช่วยคะ');
    await expect(message(first, 'มีอะไรให้ช่วย')).toBeVisible();
    await cached(first);
    let tabs = [first, ...(await newTabs(browser, road, 2))];
    for (const tab of tabs) await expect(chatLog(tab)).toHaveCount(2);

    await cutOff(browser, road);
    const typed = ['ข้อแรก', 'ข้อสอง', 'ข้อสาม'];
    for (const [i, tab] of tabs.entries()) {
      await tab.bringToFront();
      await write(tab, typed[i]!);
      await expect(message(tab, typed[i]!)).toContainText('ยังไม่ได้ส่ง รออินเทอร์เน็ต');
    }
    expect(faults).toEqual([]);
    await browser.close();

    browser = await openPhone(folder, { offline: true });
    faults = await watch(browser);
    tabs = await newTabs(browser, road, 3);
    const whole = ['สวัสดีค่ะ', 'สวัสดีค่ะ มีอะไรให้ช่วยคะ', ...typed];
    for (const tab of tabs) {
      await expect.poll(() => randomChatTexts(tab)).toEqual(whole);
      for (const words of typed)
        await expect(message(tab, words)).toHaveAttribute('data-delivery', 'not_sent');
    }
    await expect(tabs[0]!.getByRole('dialog').getByRole('status')).toHaveText(
      hold('ออฟไลน์ ข้อความจะส่งเมื่อกลับมาออนไลน์'),
    );
    expect(await desk.words('customer')).toEqual(['สวัสดีค่ะ']);

    await reconnect(browser, road);
    for (const tab of tabs) {
      for (const words of typed)
        await expect(message(tab, words)).toHaveAttribute('data-delivery', 'sent', { timeout: 30_000 });
      expect(await randomChatTexts(tab)).toEqual(whole);
    }
    expect(await desk.words()).toEqual(whole);
    expect(faults).toEqual([]);
    await browser.close();
  },
);

withPhone('a picture is looked at, sent, cut off half way, and arrives once', async ({ folder, road }) => {
  withPhone.setTimeout(180_000);
  const browser = await openPhone(folder);
  const faults = await watch(browser);
  const page = browser.pages()[0]!;
  const { desk } = await asGuest(page, unique('ส่งรูปนะคะ'), road.url);
  const picture = noisePicture('หน้าจอ.png', 1700, 1700);
  await page.getByTestId('chat-file').setInputFiles(picture);
  const preview = page.getByRole('region', { name: 'ไฟล์ที่จะส่ง' });
  await expect(preview.getByText('หน้าจอ.png')).toBeVisible();
  await expect(preview.locator('img')).toHaveJSProperty('naturalWidth', 1700);

  // An existing connection keeps its old bandwidth limit, so the upload must use a new connection.
  await road.cut();
  // Slow enough that the progress is visible before the end, even on a busy machine.
  road.narrow(250_000);
  await road.open();
  await page.getByRole('button', { name: 'ส่ง', exact: true }).click();
  const sent = chatLog(page).last();
  await expect(sent).toHaveAttribute('data-delivery', 'uploading');
  await expect(sent).toContainText(/กำลังส่งรูป [1-9]\d?%/);
  await cutOff(browser, road);
  await expect(sent).toHaveAttribute('data-delivery', 'not_sent');
  await expect(preview).toHaveCount(0);
  expect(await messagesOf(desk, 'customer')).toHaveLength(1);

  road.widen();
  await reconnect(browser, road);
  await expect(sent).toHaveAttribute('data-delivery', 'sent', { timeout: 45_000 });
  await expect(chatLog(page)).toHaveCount(2);
  const said = await messagesOf(desk, 'customer');
  expect(said.map(({ message_type }) => message_type)).toEqual(['text', 'media']);
  expect(said[1]!.payload).toMatchObject({
    fileType: 'image',
    name: 'หน้าจอ.png',
    size: picture.buffer.length,
    width: 1700,
    height: 1700,
  });
  expect(faults).toEqual([]);
  await browser.close();
});

/** Opens more tabs, each with the chat open. */
async function newTabs(browser: BrowserContext, road: CuttableProxy, count: number): Promise<Page[]> {
  const tabs = await Promise.all(Array.from({ length: count }, () => browser.newPage()));
  for (const tab of tabs) await tab.goto(`${road.url}/user/home?sheet=chat`);
  return tabs;
}
