/** The chat's screens: each kind of message, and each state of a message. */
import type { Page } from '@playwright/test';
import type { Member } from './api';
import { serverUrls } from './server';
import { expect } from './journey';
import { texts, type Locale } from './screens-texts';
import { Support, type SupportConversation } from './support';
import { makeBankTransfer, type Picture } from './sandbox';

export type Shot = (screen: string, of?: Page) => Promise<void>;

const chat = (page: Page) => page.getByRole('dialog');
const log = (page: Page) => chat(page).locator('[data-delivery]');
/** Slow enough that the picture of an upload shows it half done. */
const UPLOAD_BYTES_PER_S = 90_000;
const SLIP_BYTES = 600_000;

/** Takes the picture of the chat at a guest's first visit. */
export async function captureGuestChat(page: Page, shot: Shot): Promise<void> {
  await page.goto('/contact?sheet=chat');
  await chat(page).getByRole('status').waitFor();
  await shot('chat-empty');
}

/** Takes the pictures of a logged-in member's chat. At its end, messages wait for the network. */
export async function captureMemberChat(
  page: Page,
  shot: Shot,
  locale: Locale,
  member: Member,
): Promise<void> {
  const t = texts[locale];
  const posters = [await posterOf(page, 'wallet'), await posterOf(page, 'game')];
  // A page behind another one renders no frames, so its animations do not finish.
  await page.bringToFront();
  await page.goto('/user/home?sheet=chat');
  const { picture } = await makeBankTransfer(member, 1000);
  await sendText(page, t.hello);
  const conversation = await (await Support.openSession()).conversationOf(member);
  await conversation.sendText(t.askSlip);
  await sendText(page, t.answer);
  await attach(page, picture);
  await shot('chat-attachment');
  await tapSend(page);
  await expect(log(page).last()).toHaveAttribute('data-delivery', 'sent');
  await shot('chat-push');
  await chat(page).locator('section button').first().click();
  await conversation.markAsRead();
  await expect(log(page).last()).toHaveAttribute('data-delivery', 'read');
  await shot('chat');
  await captureRichMessages(page, shot, conversation, { posters, t });
  await captureStates(page, shot, picture, t);
  await page.goto('/user/home');
  await conversation.sendText(t.done);
  await conversation.sendText(t.bye);
  await page.getByRole('button', { name: /2/ }).last().waitFor();
  await shot('home-unread');
}

interface RichContent {
  posters: Picture[];
  t: (typeof texts)[Locale];
}

async function captureRichMessages(
  page: Page,
  shot: Shot,
  conversation: SupportConversation,
  { posters, t }: RichContent,
): Promise<void> {
  await conversation.sendPicture(posters[0]!);
  await conversation.sendMessage('buttons', {
    text: t.buttons.text,
    buttons: [
      { type: 'web', title: t.buttons.web, payload: 'https://example.com/deposit' },
      { type: 'call', title: t.buttons.call, payload: '02-123-4567' },
      { type: 'postback', title: t.buttons.back, payload: 'CALL_BACK' },
    ],
  });
  await sendBy(page, () => chat(page).getByRole('button', { name: t.buttons.back }).click());
  await expect(log(page).last()).toHaveAttribute('data-delivery', 'sent');
  await shot('chat-buttons');
  const paths = await Promise.all(posters.map((poster) => conversation.upload(poster)));
  const elements = t.cards.map(([title, subtitle, action], i) => ({
    image_url: paths[i],
    title,
    subtitle,
    buttons: [{ type: 'postback', title: action, payload: `STEP:${i}` }],
  }));
  await conversation.sendMessage('generic', { elements });
  const quick_replies = t.quick.replies.map((title, i) => ({ type: 'postback', title, payload: `Q:${i}` }));
  await conversation.sendMessage('quick_replies', { text: t.quick.text, quick_replies });
  await chat(page).getByRole('button', { name: t.quick.replies[0] }).waitFor();
  await shot('chat-cards');
  await log(page).locator('button[aria-haspopup=dialog]').last().click();
  await shot('chat-picture');
  await page.keyboard.press('Escape');
}

/** Takes the pictures of messages that support has not received: being sent, refused, and queued. */
async function captureStates(page: Page, shot: Shot, slip: Picture, t: RichContent['t']): Promise<void> {
  await page.getByTestId('chat-file').setInputFiles({ ...slip, name: 'slip' });
  await page.getByRole('alertdialog').waitFor();
  await shot('chat-refused');
  await page.getByRole('alertdialog').getByRole('button').click();

  await page.route('**/api/chat/send-message', (route) =>
    route.fulfill({ status: 400, json: { message: 'INVALID_USER_INFO', requestId: 'testtesttesttest' } }),
  );
  await sendText(page, t.failed);
  await expect(log(page).last()).toHaveAttribute('data-delivery', 'failed');
  await page.unroute('**/api/chat/send-message');
  const network = await page.context().newCDPSession(page);
  const unlimited = { offline: false, latency: 0, downloadThroughput: -1 };
  await network.send('Network.emulateNetworkConditions', {
    ...unlimited,
    uploadThroughput: UPLOAD_BYTES_PER_S,
  });
  await attach(page, { ...slip, buffer: Buffer.concat([slip.buffer, Buffer.alloc(SLIP_BYTES)]) });
  await tapSend(page);
  await sendText(page, t.waiting);
  await log(page)
    .filter({ hasText: /[345]\d%/ })
    .waitFor();
  await shot('chat-uploading');
  await network.send('Network.emulateNetworkConditions', { ...unlimited, uploadThroughput: -1 });
  await expect(log(page).filter({ hasText: t.waiting })).toHaveAttribute('data-delivery', 'sent', {
    timeout: 30_000,
  });
  await chat(page).locator('[data-delivery=failed] button').last().click();
  await expect(chat(page).locator('[data-delivery=failed]')).toHaveCount(0);

  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/chat/send-message', (route) => held.then(() => route.continue()));
  await sendText(page, t.thanks);
  await expect(log(page).last()).toHaveAttribute('data-delivery', 'sending');
  await shot('chat-sending');
  release();
  await expect(log(page).last()).toHaveAttribute('data-delivery', 'sent');
  await page.unroute('**/api/chat/send-message');

  await page.context().setOffline(true);
  await sendText(page, t.offline);
  await attach(page, slip);
  await tapSend(page);
  await expect(log(page).filter({ hasText: t.offline })).toHaveAttribute('data-delivery', 'not_sent');
  await expect(log(page).last()).toHaveAttribute('data-delivery', 'not_sent');
  await shot('chat-offline');
  await page.context().setOffline(false);
  await expect(log(page).last()).toHaveAttribute('data-delivery', 'sent', { timeout: 30_000 });
}

async function sendText(page: Page, text: string): Promise<void> {
  await chat(page).locator('textarea').fill(text);
  await tapSend(page);
  await log(page).filter({ hasText: text }).waitFor();
}

/** Taps send, and waits for the new message in the log, so that `last()` is not the message before it. */
async function tapSend(page: Page): Promise<void> {
  await sendBy(page, () => chat(page).locator('button[type=submit]').click());
}

/** Does what sends a message of the customer, and waits for that message in the log. */
async function sendBy(page: Page, send: () => Promise<void>): Promise<void> {
  const own = log(page).and(page.locator('[data-sender=customer]'));
  const before = await own.count();
  await send();
  await expect(own).toHaveCount(before + 1);
}

async function attach(page: Page, picture: Picture): Promise<void> {
  await page.getByTestId('chat-file').setInputFiles(picture);
  await chat(page).locator('form section img').waitFor();
}

/** Returns the poster of a how-to clip as a picture that support sends. */
async function posterOf(shown: Page, name: string): Promise<Picture> {
  // Opened in another browser context, since the phone's service worker returns the app for every address.
  const page = await shown
    .context()
    .browser()!
    .newPage({ viewport: { width: 390, height: 219 } });
  // The picture is as wide as a card, with the drawing in the middle.
  await page.goto(`${serverUrls.app}/howto/${name}.svg#svgView(viewBox(0,84,390,219))`);
  const buffer = await page.screenshot({ type: 'png' });
  await page.context().close();
  return { name: `${name}.png`, mimeType: 'image/png', buffer };
}
