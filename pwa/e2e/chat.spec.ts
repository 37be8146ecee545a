import { createMember } from './api';
import { startGuestChat, findChatMessage, fetchMessagesFrom, addUniqueSuffix } from './chat';
import {
  chatLog,
  shownChatTexts,
  closeSheet,
  expect,
  logInOnLoginPage,
  openChat,
  test,
  sendChatText,
} from './journey';
import { createNoisePicture } from './pictures';
import { Support } from './support';
import { keepTogether } from '../src/i18n/keep-together';

// The trace recorder fetches the blobs of pictures, which the page's CSP correctly blocks.
test.use({ trace: 'off' });

// spec 1.18
test('a guest writes, support replies, and each sees the other read and type', async ({ page, browser }) => {
  const support = await Support.openSession();
  const socket = await support.listen(browser);
  const question = addUniqueSuffix('เงินฝากยังไม่เข้าค่ะ');
  await page.goto('/login');
  await openChat(page);
  await expect(page.getByRole('dialog').getByText('มีอะไรให้ช่วยไหมคะ')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('เชื่อมต่อแล้ว');
  await sendChatText(page, question);
  await expect(findChatMessage(page, question)).toHaveAttribute('data-delivery', 'sent');
  const conversation = await support.conversationWithPreview(question);

  await conversation.markAsRead();
  await expect(findChatMessage(page, question)).toHaveAttribute('data-delivery', 'read');
  await expect(findChatMessage(page, question)).toContainText('อ่านแล้ว');
  await socket.sendTyping(conversation, true);
  await expect(page.getByText('ทีมดูแลลูกค้ากำลังพิมพ์')).toBeAttached();
  await page.getByRole('textbox', { name: 'ข้อความ' }).pressSequentially('โอนแล้ว');
  await expect
    .poll(() =>
      socket.hasReceived({ type: 'typing', by: 'customer', on: true, conversation: conversation.id }),
    )
    .toBe(true);
  await page.getByRole('textbox', { name: 'ข้อความ' }).fill('');
  await expect
    .poll(() =>
      socket.hasReceived({ type: 'typing', by: 'customer', on: false, conversation: conversation.id }),
    )
    .toBe(true);

  await conversation.sendText('รับทราบค่ะ');
  await expect(findChatMessage(page, 'รับทราบค่ะ')).toBeVisible();
  await expect(page.getByText('ทีมดูแลลูกค้ากำลังพิมพ์')).toHaveCount(0);
  await expect
    .poll(() => socket.hasReceived({ type: 'read', by: 'customer', seq: 2, conversation: conversation.id }))
    .toBe(true);
  expect((await conversation.fetchSummary()).customerReadSeq).toBe(2);

  // While the chat is closed the message is unread.
  await closeSheet(page);
  await conversation.sendText('เงินเข้าแล้วนะคะ');
  const chatButton = page.getByRole('button', { name: keepTogether('แชตกับทีมดูแลลูกค้า, ข้อความใหม่ 1 ข้อความ') });
  await expect(chatButton).toBeVisible();
  expect((await conversation.fetchSummary()).customerReadSeq).toBe(2);
  await chatButton.click();
  await expect.poll(async () => (await conversation.fetchSummary()).customerReadSeq).toBe(3);
  expect(await shownChatTexts(page)).toEqual([question, 'รับทราบค่ะ', 'เงินเข้าแล้วนะคะ']);
  await socket.close();
});

test('messages of all six types are shown', async ({ page }) => {
  const { conversation } = await startGuestChat(page, addUniqueSuffix('สวัสดีค่ะ'));
  const picture = createNoisePicture('how.png', 600, 400);
  await conversation.sendPicture(picture);
  await conversation.sendMessage('buttons', {
    text: 'ดูวิธีฝาก',
    buttons: [{ type: 'other', title: 'เปิดทุกวัน', payload: '' }],
  });
  const card = { image_url: await conversation.upload(picture), title: 'ขั้นที่ 1', subtitle: 'กดฝากเงิน' };
  await conversation.sendMessage('generic', { elements: [card, { title: 'ขั้นที่ 2' }] });
  await conversation.sendMessage('quick_replies', {
    text: 'ธนาคารไหนคะ',
    quick_replies: [{ type: 'postback', title: 'กสิกร', payload: 'BANK:KBANK' }],
  });

  const pictureButton = page.getByRole('button', { name: 'เปิดดู รูปจากทีมดูแลลูกค้า' });
  await expect(pictureButton.locator('img')).toHaveJSProperty('complete', true);
  await pictureButton.click();
  const lightbox = page.getByRole('img', { name: 'รูปจากทีมดูแลลูกค้า' });
  await expect(lightbox).toHaveJSProperty('naturalWidth', 600);
  await page.getByRole('button', { name: 'ปิดรูป' }).click();
  await expect(lightbox).toHaveCount(0);
  await expect(findChatMessage(page, 'ดูวิธีฝาก')).toContainText('เปิดทุกวัน');
  const cards = page.getByRole('list', { name: 'การ์ดจากทีมดูแลลูกค้า' });
  await expect(cards.getByRole('listitem', { name: 'การ์ดที่ 1 จาก 2' })).toContainText('กดฝากเงิน');
  await cards.scrollIntoViewIfNeeded();
  await expect(cards.locator('img')).toHaveJSProperty('naturalWidth', 600);
  await page.getByRole('list', { name: 'คำตอบด่วน' }).getByRole('button', { name: 'กสิกร' }).click();
  await expect(chatLog(page).last()).toContainText('กสิกร');
  await expect(chatLog(page)).toHaveCount(6);
  const types = async () => (await conversation.fetchHistory()).map((each) => each.message.message_type);
  await expect.poll(types).toEqual(['text', 'media', 'buttons', 'generic', 'quick_replies', 'postback']);
});

test('a postback, a quick reply, a web button and a call button work', async ({ page, context }) => {
  const { conversation } = await startGuestChat(page, addUniqueSuffix('ขอวิธีฝากหน่อยค่ะ'));
  await context.route('https://example.com/**', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: '<title>คู่มือ</title>' }),
  );
  await conversation.sendMessage('buttons', {
    text: 'เลือกได้เลยค่ะ',
    buttons: [
      { type: 'web', title: 'เปิดคู่มือ', payload: 'https://example.com/deposit' },
      { type: 'call', title: 'โทรหาเรา', payload: '02-123-4567' },
      { type: 'postback', title: 'ให้โทรกลับ', payload: 'CALL_BACK' },
    ],
  });

  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'เปิดคู่มือ' }).click();
  const manual = await opened;
  await expect(manual).toHaveTitle('คู่มือ');
  expect(manual.url()).toBe('https://example.com/deposit');
  expect(await manual.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
  await manual.close();
  await expect(page.getByRole('link', { name: 'โทรหาเรา' })).toHaveAttribute('href', 'tel:021234567');
  await page.getByRole('button', { name: 'ให้โทรกลับ' }).click();
  await expect(chatLog(page)).toHaveCount(3);
  await expect(chatLog(page).last()).toHaveAttribute('data-delivery', 'sent');
  const postback = (title: string, payload: string) => ({
    message_type: 'postback',
    payload: { title, payload },
  });
  const customerMessages = async () => (await fetchMessagesFrom(conversation, 'customer')).slice(1);
  expect(await customerMessages()).toEqual([postback('ให้โทรกลับ', 'CALL_BACK')]);

  const replies = [
    { type: 'postback', title: 'ตอนเช้า', payload: 'AM' },
    { type: 'postback', title: 'ตอนบ่าย', payload: 'PM' },
  ];
  await conversation.sendMessage('quick_replies', { text: 'สะดวกเวลาไหนคะ', quick_replies: replies });
  const quick = page.getByRole('list', { name: 'คำตอบด่วน' });
  await quick.getByRole('button', { name: 'ตอนบ่าย' }).click();
  await expect(quick).toHaveCount(0);
  await expect(findChatMessage(page, 'ตอนบ่าย')).toHaveAttribute('data-delivery', 'sent');
  expect(await customerMessages()).toEqual([postback('ให้โทรกลับ', 'CALL_BACK'), postback('ตอนบ่าย', 'PM')]);
});

// spec 3.38f, 6.1e, D6.12a
test('a guest who logs in keeps the conversation', async ({ page }) => {
  const member = await createMember();
  const question = addUniqueSuffix('สมัครยังไงคะ');
  const { support, conversation } = await startGuestChat(page, question);
  await conversation.sendText('กดสมัครสมาชิกได้เลยค่ะ');
  await expect(findChatMessage(page, 'กดสมัครสมาชิก')).toBeVisible();
  await closeSheet(page);
  const guestId = await page.evaluate(() => localStorage.getItem('guest-id'));
  expect(guestId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);

  await logInOnLoginPage(page, member);
  await openChat(page);
  await expect(chatLog(page)).toHaveCount(2);
  await sendChatText(page, 'สมัครแล้วค่ะ');
  await expect(findChatMessage(page, 'สมัครแล้วค่ะ')).toHaveAttribute('data-delivery', 'sent');

  const expectedTexts = [question, 'กดสมัครสมาชิกได้เลยค่ะ', 'สมัครแล้วค่ะ'];
  expect(await shownChatTexts(page)).toEqual(expectedTexts);
  const memberConversation = await support.conversationOf(member);
  expect(await memberConversation.fetchTexts()).toEqual(expectedTexts);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('guest-id'))).not.toBe(guestId);
});
