import type { BrowserContext, Page } from '@playwright/test';
import { createMember } from './api';
import { startGuestChat, findChatMessage, fetchMessagesFrom, addUniqueSuffix } from './chat';
import {
  waitUntilCached,
  chatLog,
  shownChatTexts,
  expect,
  logInOnLoginPage,
  openChat,
  recordPageFaults,
  sendChatText,
} from './journey';
import { openPhone } from './phone';
import { createNoisePicture } from './pictures';
import type { CuttableProxy } from './proxy';
import { Support } from './support';
import { cutConnection, reconnect, withPhone } from './with-phone';
import { keepTogether } from '../src/i18n/keep-together';

// The trace recorder fetches the blobs of pictures, which the page's CSP correctly blocks.
withPhone.use({ trace: 'off' });

withPhone(
  'three messages typed offline in three tabs survive closing the browser and arrive once and in order',
  async ({ folder, network }) => {
    withPhone.setTimeout(240_000);
    const member = await createMember();
    const support = await Support.openSession();
    let browser = await openPhone(folder);
    let faults = await recordPageFaults(browser);
    const first = browser.pages()[0]!;
    await first.goto(`${network.url}/login`);
    await logInOnLoginPage(first, member);
    await openChat(first);
    await sendChatText(first, 'สวัสดีค่ะ');
    await expect(findChatMessage(first, 'สวัสดีค่ะ')).toHaveAttribute('data-delivery', 'sent');
    const conversation = await support.conversationOf(member);
    await conversation.sendText('สวัสดีค่ะ มีอะไรให้ช่วยคะ');
    await expect(findChatMessage(first, 'มีอะไรให้ช่วย')).toBeVisible();
    await waitUntilCached(first);
    let tabs = [first, ...(await openTabs(browser, network, 2))];
    for (const tab of tabs) await expect(chatLog(tab)).toHaveCount(2);

    await cutConnection(browser, network);
    const typed = ['ข้อแรก', 'ข้อสอง', 'ข้อสาม'];
    for (const [i, tab] of tabs.entries()) {
      await tab.bringToFront();
      await sendChatText(tab, typed[i]!);
      await expect(findChatMessage(tab, typed[i]!)).toContainText('ยังไม่ได้ส่ง รออินเทอร์เน็ต');
    }
    expect(faults).toEqual([]);
    await browser.close();

    browser = await openPhone(folder, { offline: true });
    faults = await recordPageFaults(browser);
    tabs = await openTabs(browser, network, 3);
    const expectedTexts = ['สวัสดีค่ะ', 'สวัสดีค่ะ มีอะไรให้ช่วยคะ', ...typed];
    for (const tab of tabs) {
      await expect.poll(() => shownChatTexts(tab)).toEqual(expectedTexts);
      for (const words of typed)
        await expect(findChatMessage(tab, words)).toHaveAttribute('data-delivery', 'not_sent');
    }
    await expect(tabs[0]!.getByRole('dialog').getByRole('status')).toHaveText(
      keepTogether('ออฟไลน์ ข้อความจะส่งเมื่อกลับมาออนไลน์'),
    );
    expect(await conversation.fetchTexts('customer')).toEqual(['สวัสดีค่ะ']);

    await reconnect(browser, network);
    for (const tab of tabs) {
      for (const words of typed)
        await expect(findChatMessage(tab, words)).toHaveAttribute('data-delivery', 'sent', {
          timeout: 30_000,
        });
      expect(await shownChatTexts(tab)).toEqual(expectedTexts);
    }
    expect(await conversation.fetchTexts()).toEqual(expectedTexts);
    expect(faults).toEqual([]);
    await browser.close();
  },
);

withPhone('a picture whose upload is interrupted half way arrives once', async ({ folder, network }) => {
  withPhone.setTimeout(180_000);
  const browser = await openPhone(folder);
  const faults = await recordPageFaults(browser);
  const page = browser.pages()[0]!;
  const { conversation } = await startGuestChat(page, addUniqueSuffix('ส่งรูปนะคะ'), network.url);
  const picture = createNoisePicture('หน้าจอ.png', 1700, 1700);
  await page.getByTestId('chat-file').setInputFiles(picture);
  const preview = page.getByRole('region', { name: 'ไฟล์ที่จะส่ง' });
  await expect(preview.getByText('หน้าจอ.png')).toBeVisible();
  await expect(preview.locator('img')).toHaveJSProperty('naturalWidth', 1700);

  // An existing connection keeps its old bandwidth limit, so the upload must use a new connection.
  await network.cut();
  // Slow enough that the progress is visible before the end, even on a busy machine.
  network.limitUpload(250_000);
  await network.open();
  await page.getByRole('button', { name: 'ส่ง', exact: true }).click();
  const sent = chatLog(page).last();
  await expect(sent).toHaveAttribute('data-delivery', 'uploading');
  await expect(sent).toContainText(/กำลังส่งรูป [1-9]\d?%/);
  await cutConnection(browser, network);
  await expect(sent).toHaveAttribute('data-delivery', 'not_sent');
  await expect(preview).toHaveCount(0);
  expect(await fetchMessagesFrom(conversation, 'customer')).toHaveLength(1);

  network.removeUploadLimit();
  await reconnect(browser, network);
  await expect(sent).toHaveAttribute('data-delivery', 'sent', { timeout: 45_000 });
  await expect(chatLog(page)).toHaveCount(2);
  const messages = await fetchMessagesFrom(conversation, 'customer');
  expect(messages.map(({ message_type }) => message_type)).toEqual(['text', 'media']);
  expect(messages[1]!.payload).toMatchObject({
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
async function openTabs(browser: BrowserContext, network: CuttableProxy, count: number): Promise<Page[]> {
  const tabs = await Promise.all(Array.from({ length: count }, () => browser.newPage()));
  for (const tab of tabs) await tab.goto(`${network.url}/user/home?sheet=chat`);
  return tabs;
}
