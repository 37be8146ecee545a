import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChatPage, readOutbox, readConversation } from '../../../../test/chat-page';
import { eventually } from '../../../../test/eventually';
import { FakeSocket } from '../../../../test/fake-socket';
import { drain } from '../../engine/outbox';
import { unsentCount } from '../../app/logout';
import { clearSessionData, getSession } from '../../session/session';
import { withDeviceDb, withMemberDb } from '../../storage/storage';
import { sendMedia, sendText } from './compose';
import { storedGuest } from '../../session/guest';
import { joinGuest } from './join';

let page: ChatPage;

beforeEach(() => {
  page = new ChatPage();
});

afterEach(() => page.stop());

const guestId = () => storedGuest() ?? '';
const waitUntilSent = () => eventually(async () => expect(await readOutbox(null)).toEqual([]));
const joins = () => page.calls.filter((call) => call.endsWith('join-guest')).length;

/** Makes this step on an outbox fail from now on, as if the device had crashed. */
function breakOutbox(step: 'add' | 'delete'): { mockRestore: () => void } {
  const store = IDBObjectStore.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  const original = store[step];
  return vi.spyOn(store, step).mockImplementation(function (this: unknown, ...args) {
    if ((this as IDBObjectStore).name === 'outbox') throw new DOMException('crash', 'AbortError');
    return original?.apply(this, args);
  });
}

async function sendOffline(...texts: string[]): Promise<void> {
  page.isOffline = true;
  for (const text of texts) await sendText(text);
  // A try that is still running would send as the guest once there is a network.
  await drain();
}

describe('a guest', () => {
  // spec 3.38f, 6.1e, D2.36a
  it('a guest id is random and in local storage', async () => {
    await sendText('hello');

    expect(Object.keys({ ...localStorage })).toEqual(['guest-id', 'unsent:guest']);
    expect(localStorage.getItem('guest-id')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    await waitUntilSent();
  });

  it('a guest gets an id with the first message, and receives replies under it', async () => {
    expect(storedGuest()).toBeNull();

    await sendText('hello');
    await waitUntilSent();
    await page.connect(guestId());
    page.model.reply(guestId(), 'welcome');

    expect(FakeSocket.last.sent[0]).toEqual({ type: 'join', guestId: guestId() });
    await eventually(async () =>
      expect((await readConversation(null)).map((row) => row.seq)).toEqual([1, 2]),
    );
  });

  it('a guest with a retired id gets a new one, and unsent messages are sent in order', async () => {
    await sendText('before');
    await waitUntilSent();
    const oldId = guestId();
    page.model.talk(oldId).joinedTo = 'M9';
    await sendOffline('one', 'two');

    page.isOffline = false;
    dispatchEvent(new Event('online'));

    await waitUntilSent();
    expect(guestId()).not.toBe(oldId);
    expect(page.model.texts(guestId())).toEqual(['one', 'two']);
    const roomsOf = async (...ids: string[]) =>
      (await readConversation(null)).map(({ room }) => room).filter((room) => ids.includes(room));
    await eventually(async () => expect(await roomsOf(oldId, guestId())).toEqual([guestId(), guestId()]));
  });

  it('a socket that reports a retired guest id replaces the id and deletes the old conversation', async () => {
    await sendText('before');
    await waitUntilSent();
    const oldId = guestId();
    const socket = await page.connect(oldId);

    socket.receive({ type: 'left', message: 'INVALID_USER_2' });

    await eventually(() => expect(guestId()).not.toBe(oldId));
    await eventually(async () => expect(await readConversation(null)).toEqual([]));
  });

  it('a file is uploaded again under another guest id, since a file belongs to its conversation', async () => {
    // Lost more than once, because a slow machine may miss the first time that the message waits.
    page.expect('chat/send-message', ['lost', 'lost']);
    await sendMedia(new File(['x'], 'a.png'));
    await eventually(async () =>
      expect((await readOutbox(null))[0]).toMatchObject({ uploaded: { path: 'chat/1' } }),
    );
    page.model.talk(guestId()).joinedTo = 'M9';

    dispatchEvent(new Event('online'));

    await waitUntilSent();
    expect(page.model.texts(guestId())).toMatchObject([{ filePath: 'chat/2' }]);
  });
});

describe('a guest who logs in', () => {
  // spec D6.12b, D6.21
  it('a guest who logs in keeps the conversation, followed by the unsent messages in order', async () => {
    await sendText('sent as a guest');
    await waitUntilSent();
    const oldId = guestId();
    await sendOffline('one', 'two');
    await sendMedia(new File(['x'], 'three.png'));
    await sendText('four');
    page.isOffline = false;

    await page.logIn();

    await eventually(() => expect(page.model.talk('M1').messages).toHaveLength(5));
    expect(page.model.texts('M1')).toMatchObject([
      'sent as a guest',
      'one',
      'two',
      { name: 'three.png' },
      'four',
    ]);
    expect(guestId()).not.toBe(oldId);
    expect(await readOutbox(null)).toEqual([]);
    await eventually(async () => expect(await readConversation('M1')).toHaveLength(5));
    expect(await readConversation(null)).toEqual([]);
    expect(await withDeviceDb((db) => db.blobs.count())).toBe(0);
  });

  it('a guest who logs in keeps an uploaded file', async () => {
    page.expect('chat/send-message', ['lost', 'lost']);
    await sendMedia(new File(['x'], 'a.png'));
    await eventually(async () => expect((await readOutbox(null))[0]).toMatchObject({ state: 'waiting' }));

    await page.logIn();

    await eventually(() => expect(page.model.texts('M1')).toMatchObject([{ filePath: 'chat/1' }]));
    expect(page.model.uploads).toHaveLength(1);
  });

  it('a join without a response is repeated at the next start', async () => {
    await sendText('as a guest');
    await waitUntilSent();
    const oldId = guestId();
    page.expect('chat/join-guest', ['lost', 'response-lost', 'portal']);
    await page.logIn();
    for (let launch = 1; launch <= 4; launch++) await joinGuest();

    expect(guestId()).not.toBe(oldId);
    expect(page.model.texts('M1')).toEqual(['as a guest']);
  });

  it('unsent messages are kept if the guest’s conversation cannot be joined', async () => {
    await sendText('before');
    await waitUntilSent();
    page.model.talk(guestId()).joinedTo = 'M9';
    await sendOffline('unsent');
    page.isOffline = false;

    await page.logIn();

    await eventually(() => expect(page.model.texts('M1')).toEqual(['unsent']));
  });

  it.each(['add', 'delete'] as const)(
    'a crash at the first %s while messages move loses and doubles nothing',
    async (step) => {
      await sendOffline('one', 'two');
      await page.logInOffline();
      await joinGuest();
      page.isOffline = false;
      const crash = breakOutbox(step);
      await joinGuest();
      const remaining = await readOutbox(null); // before the next try, which may start automatically
      crash.mockRestore();
      expect(remaining.map((item) => item.lane)).toEqual(['to:M1', 'to:M1']);

      await joinGuest();

      await eventually(async () => expect(await readOutbox('M1')).toEqual([]));
      await eventually(() => expect(page.model.texts('M1')).toEqual(['one', 'two']));
      await joinGuest();
      expect(await readOutbox(null)).toEqual([]);
      expect(page.model.texts('M1')).toHaveLength(2);
    },
  );

  it('an id under which nothing was sent is not joined', async () => {
    await sendText('as a guest');
    await waitUntilSent();
    await page.logIn();
    await eventually(() => expect(joins()).toBe(1));
    clearSessionData();

    await page.logIn();
    await joinGuest();

    expect(joins()).toBe(1);
  });

  it('a guest who wrote nothing joins nothing', async () => {
    await page.logIn();
    await joinGuest();

    expect(joins()).toBe(0);
    expect(await unsentCount()).toBe(0);
  });
});

it('a guest’s queued messages stay with the guest when a member logs in and out without a response', async () => {
  await sendOffline('mine');
  await page.logInOffline();
  await joinGuest();
  expect(await withMemberDb('M1', (db) => db.outbox.count())).toBe(0);

  clearSessionData();

  expect(getSession()).toBeNull();
  page.isOffline = false;
  dispatchEvent(new Event('online'));
  await waitUntilSent();
  expect(page.model.texts(guestId())).toEqual(['mine']);
});
