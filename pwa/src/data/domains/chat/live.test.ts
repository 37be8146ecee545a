import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChatPage, readOutbox, readConversation } from '../../../../test/chat-page';
import { eventually } from '../../../../test/eventually';
import { FakeSocket } from '../../../../test/fake-socket';
import { ok } from '../../../../test/server';
import { configureClient } from '../../api/client';
import { hasNotifications } from '../../engine/sync/triggers';
import { logout } from '../../app/logout';
import { getSession } from '../../session/session';
import { waitForSync } from '../../engine/sync/sync';
import { cursorOf } from '../../engine/lists/lists';
import { withMemberDb } from '../../storage/storage';
import { sendText } from './compose';
import { resumeChat } from './resume';
import { chatStatus } from './status';

let page: ChatPage;

beforeEach(() => {
  page = new ChatPage();
});

afterEach(() => page.stop());

/** Waits until all requests of a login are done. */
async function waitUntilIdle(): Promise<void> {
  await eventually(() => expect(page.calls).toContain('GET /api/sync'));
  do {
    page.calls.length = 0;
    await new Promise((resolve) => setTimeout(resolve, 400));
    await waitForSync();
  } while (page.calls.length > 0);
}

/** Delays the server's next response until the returned function is called. */
function delayResponse(): () => void {
  let respond = () => {};
  const { handle } = page.model;
  vi.spyOn(page.model, 'handle').mockImplementationOnce(async (...call) => {
    await new Promise<void>((resolve) => (respond = resolve));
    return handle.apply(page.model, call);
  });
  return () => respond();
}

const seqs = async () => (await readConversation()).map((row) => row.seq);

describe('missed messages', () => {
  it('all messages missed while offline are fetched after the reconnect', async () => {
    await page.logIn();
    page.model.reply('M1', 'first');
    await page.connect();
    await eventually(async () => expect(await seqs()).toEqual([1]));
    page.breakOff();
    for (let i = 2; i <= 120; i++) page.model.reply('M1', `reply ${i}`);

    await eventually(() => expect(FakeSocket.all).toHaveLength(2));
    await page.connect();

    await eventually(async () => expect(await seqs()).toHaveLength(120));
  });

  it('a message missed on an open socket is noticed by the gap in the numbers', async () => {
    await page.logIn();
    const socket = await page.connect();
    await eventually(() => expect(page.calls).toContain('GET /api/sync'));
    page.dropFrames();
    page.model.reply('M1', 'lost on the way');
    const message = page.model.reply('M1', 'received');

    socket.receive({ type: 'messaging', message });

    await eventually(async () => expect(await seqs()).toEqual([1, 2]));
  });

  it('messages are fetched when the server reports that it added some', async () => {
    await page.logIn();
    const socket = await page.connect();
    await eventually(() => expect(page.calls).toContain('GET /api/sync'));
    page.dropFrames();
    page.model.reply('M1', 'sent as a guest, on another phone');

    socket.receive({ type: 'resume' });

    await eventually(async () => expect(await seqs()).toEqual([1]));
  });

  it.each(['online', 'pageshow'])('messages are fetched at once on %s', async (event) => {
    await page.logIn();
    await page.connect();
    await resumeChat();
    page.dropFrames();
    page.model.reply('M1', 'missed');

    dispatchEvent(new Event(event));

    await eventually(async () => expect(await seqs()).toEqual([1]));
  });

  it('messages are fetched when the page is visible again, as after sleep on iOS', async () => {
    await page.logIn();
    await page.connect();
    await resumeChat();
    page.dropFrames();
    page.model.reply('M1', 'missed');

    document.dispatchEvent(new Event('visibilitychange'));

    await eventually(async () => expect(await seqs()).toEqual([1]));
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'ping' });
  });

  it('messages are fetched again if the first request failed', async () => {
    await page.logIn();
    await page.connect();
    await resumeChat();
    page.dropFrames();
    page.model.reply('M1', 'missed');
    page.expect('sync', ['lost', 'portal']);

    void resumeChat();

    await eventually(async () => expect(await seqs()).toEqual([1]));
  });

  it('while missed messages are being requested, the return of the network causes no second request', async () => {
    await page.logIn();
    await page.connect();
    await waitUntilIdle();
    page.dropFrames();
    page.model.reply('M1', 'missed');
    const respond = delayResponse();
    void resumeChat();
    await eventually(() => expect(page.calls).toEqual(['GET /api/sync']));

    dispatchEvent(new Event('online'));
    respond();

    await eventually(async () => expect(await seqs()).toEqual([1]));
    await waitForSync();
    expect(page.calls).toEqual(['GET /api/sync']);
  });

  it('messages that were requested without a response are requested again when the network returns', async () => {
    await page.logIn();
    await page.connect();
    await waitUntilIdle();
    page.dropFrames();
    page.model.reply('M1', 'missed');
    page.expect('sync', ['lost']);
    await resumeChat();

    dispatchEvent(new Event('online'));
    await waitForSync();

    expect(await seqs()).toEqual([1]);
  });

  it('messages are fetched if the device could not store a frame', async () => {
    await page.logIn();
    const socket = await page.connect();
    await waitUntilIdle();
    page.dropFrames();
    const message = page.model.reply('M1', 'received, not stored');
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });

    socket.receive({ type: 'messaging', message });

    await eventually(async () => expect(await seqs()).toEqual([1]));
  });

  it('the history of a restored server replaces the stored conversation', async () => {
    await page.logIn();
    for (const text of ['a', 'b', 'c']) page.model.reply('M1', text);
    await page.connect();
    await eventually(async () => expect(await seqs()).toEqual([1, 2, 3]));
    page.model.restore('M1', 1);
    for (const text of ['x', 'y', 'z']) page.model.reply('M1', text);
    page.breakOff();

    await eventually(() => expect(FakeSocket.all).toHaveLength(2));
    await page.connect();

    await eventually(async () =>
      expect((await readConversation()).map((row) => row.message.payload)).toEqual(['a', 'x', 'y', 'z']),
    );
  });
});

describe('a socket that opens', () => {
  const joinWithCursor = async (cursor: string) => {
    await page.logIn();
    await page.connect();
    await eventually(async () => expect(await withMemberDb('M1', cursorOf)).toBe('1.0'));
    await waitUntilIdle();
    const { readSeq, supportReadSeq } = page.model.talk('M1');
    const room = { room: 'support-M1', lastSeq: 0, readSeq, supportReadSeq };
    FakeSocket.last.receive({ type: 'joined', ...room, cursor });
  };

  it('a socket that opens causes no request if the device has everything', async () => {
    await joinWithCursor('1');

    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(page.calls).toEqual([]);
  });

  it('a socket that opens causes one request if something has changed', async () => {
    await joinWithCursor('7');

    await eventually(() => expect(page.calls).toEqual(['GET /api/sync']));
  });
});

describe('the chat socket', () => {
  it('the socket closes with its session, and the next member gets another one', async () => {
    await page.logIn('M1');
    await page.connect('M1');
    await eventually(() => expect(chatStatus.get().connected).toBe(true));

    await logout('discard');
    await eventually(() => expect(chatStatus.get().connected).toBe(false));
    const [first] = FakeSocket.all;
    await page.logIn('M2');
    await page.connect('M2');
    first?.receive({ type: 'messaging', message: page.model.reply('M1', 'for M1 alone') });
    page.model.reply('M2', 'for M2');

    await eventually(async () =>
      expect(await readConversation('M2')).toMatchObject([{ message: { payload: 'for M2' } }]),
    );
    expect(FakeSocket.last.sent[0]).toEqual({ type: 'join', token: getSession()?.token });
  });

  it('a socket whose token is refused ends the session and keeps the queue', async () => {
    const onInvalidToken = vi.fn();
    configureClient({ onInvalidToken });
    await page.logIn();
    const socket = await page.connect();
    page.isOffline = true;
    await sendText('unsent');

    socket.receive({ type: 'left', message: 'invalid-token' });

    await eventually(() => expect(onInvalidToken).toHaveBeenCalled());
    expect(getSession()).toBeNull();
    expect(await readOutbox()).toHaveLength(1);
  });

  it('several "changed" frames cause one sync', async () => {
    await page.logIn();
    const socket = await page.connect();
    await waitUntilIdle();

    for (let i = 0; i < 5; i++) socket.receive({ type: 'changed' });

    await eventually(() => expect(page.calls).toEqual(['GET /api/sync']));
  });

  it('change notifications arrive as long as the socket is open', async () => {
    await page.logIn();
    expect(hasNotifications.get()).toBe(false);

    await page.connect();
    await eventually(() => expect(hasNotifications.get()).toBe(true));
    page.breakOff();

    expect(hasNotifications.get()).toBe(false);
  });

  it('support is shown as typing until its message arrives', async () => {
    await page.logIn();
    const socket = await page.connect();

    socket.receive({ type: 'typing', by: 'support', on: true });
    expect(chatStatus.get().supportTyping).toBe(true);
    page.model.reply('M1', 'here');

    expect(chatStatus.get().supportTyping).toBe(false);
  });

  it('no socket is opened for a guest who wrote nothing', async () => {
    page.server.on('GET /api/lookup/active', () => ok());

    await new Promise((resolve) => setTimeout(resolve, 50));

    expect(FakeSocket.all).toEqual([]);
  });
});
