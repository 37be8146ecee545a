import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChatPage, queued, rows } from '../../../../test/chat-page';
import { eventually } from '../../../../test/eventually';
import { FakeSocket } from '../../../../test/fake-socket';
import { ok } from '../../../../test/server';
import { configureClient } from '../../api/client';
import { hintsArrive } from '../../engine/sync/triggers';
import { logout } from '../../app/logout';
import { getSession } from '../../session/session';
import { syncEnd } from '../../engine/sync/sync';
import { cursorOf } from '../../engine/lists/lists';
import { inMember } from '../../storage/storage';
import { sendText } from './compose';
import { resumeChat } from './resume';
import { chatStatus } from './status';

let page: ChatPage;

beforeEach(() => {
  page = new ChatPage();
});

afterEach(() => page.stop());

/** Waits until all requests of a login are done. */
async function nothingMoreAsked(): Promise<void> {
  await eventually(() => expect(page.calls).toContain('GET /api/sync'));
  do {
    page.calls.length = 0;
    await new Promise((resolve) => setTimeout(resolve, 400));
    await syncEnd();
  } while (page.calls.length > 0);
}

const seqs = async () => (await rows()).map((row) => row.seq);

describe('what was missed', () => {
  it('while away is fetched after the reconnect, all of it', async () => {
    await page.signIn();
    page.model.reply('M1', 'first');
    await page.connect();
    await eventually(async () => expect(await seqs()).toEqual([1]));
    page.breakOff();
    for (let i = 2; i <= 120; i++) page.model.reply('M1', `reply ${i}`);

    await eventually(() => expect(FakeSocket.all).toHaveLength(2));
    await page.connect();

    await eventually(async () => expect(await seqs()).toHaveLength(120));
  });

  it('on an open line is noticed by the gap in the numbers', async () => {
    await page.signIn();
    const socket = await page.connect();
    await eventually(() => expect(page.calls).toContain('GET /api/sync'));
    page.deafen();
    page.model.reply('M1', 'lost on the way');
    const message = page.model.reply('M1', 'heard');

    socket.say({ type: 'messaging', message });

    await eventually(async () => expect(await seqs()).toEqual([1, 2]));
  });

  it('is fetched when the server says that more was added', async () => {
    await page.signIn();
    const socket = await page.connect();
    await eventually(() => expect(page.calls).toContain('GET /api/sync'));
    page.deafen();
    page.model.reply('M1', 'said as a guest, on another phone');

    socket.say({ type: 'resume' });

    await eventually(async () => expect(await seqs()).toEqual([1]));
  });

  it.each(['online', 'pageshow'])('is asked for at once on %s', async (event) => {
    await page.signIn();
    await page.connect();
    await resumeChat();
    page.deafen();
    page.model.reply('M1', 'unheard');

    dispatchEvent(new Event(event));

    await eventually(async () => expect(await seqs()).toEqual([1]));
  });

  it('is asked for when the page is seen again, as after iOS put it to sleep', async () => {
    await page.signIn();
    await page.connect();
    await resumeChat();
    page.deafen();
    page.model.reply('M1', 'unheard');

    document.dispatchEvent(new Event('visibilitychange'));

    await eventually(async () => expect(await seqs()).toEqual([1]));
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'ping' });
  });

  it('is asked for again where the first question failed', async () => {
    await page.signIn();
    await page.connect();
    await resumeChat();
    page.deafen();
    page.model.reply('M1', 'unheard');
    page.expect('sync', ['lost', 'portal']);

    void resumeChat();

    await eventually(async () => expect(await seqs()).toEqual([1]));
  });

  it('is asked for where the device did not keep what was heard', async () => {
    await page.signIn();
    const socket = await page.connect();
    await nothingMoreAsked();
    page.deafen();
    const message = page.model.reply('M1', 'heard, not kept');
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });

    socket.say({ type: 'messaging', message });

    await eventually(async () => expect(await seqs()).toEqual([1]));
  });

  it('is known to be nothing of a server that was restored: its own history takes the place', async () => {
    await page.signIn();
    for (const text of ['a', 'b', 'c']) page.model.reply('M1', text);
    await page.connect();
    await eventually(async () => expect(await seqs()).toEqual([1, 2, 3]));
    page.model.restore('M1', 1);
    for (const text of ['x', 'y', 'z']) page.model.reply('M1', text);
    page.breakOff();

    await eventually(() => expect(FakeSocket.all).toHaveLength(2));
    await page.connect();

    await eventually(async () =>
      expect((await rows()).map((row) => row.message.payload)).toEqual(['a', 'x', 'y', 'z']),
    );
  });
});

describe('a line that opens', () => {
  const opened = async (cursor: string) => {
    await page.signIn();
    await page.connect();
    await eventually(async () => expect(await inMember('M1', cursorOf)).toBe('1.0'));
    await nothingMoreAsked();
    const { readSeq, supportReadSeq } = page.model.talk('M1');
    const room = { room: 'support-M1', lastSeq: 0, readSeq, supportReadSeq };
    FakeSocket.last.say({ type: 'joined', ...room, cursor });
  };

  it('asks nothing where the phone has all that the server tells of', async () => {
    await opened('1');

    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(page.calls).toEqual([]);
  });

  it('asks once where more has happened', async () => {
    await opened('7');

    await eventually(() => expect(page.calls).toEqual(['GET /api/sync']));
  });
});

describe('the line', () => {
  it('belongs to the session: it ends with it, and the next member has their own', async () => {
    await page.signIn('M1');
    await page.connect('M1');
    await eventually(() => expect(chatStatus.get().connected).toBe(true));

    await logout('discard');
    await eventually(() => expect(chatStatus.get().connected).toBe(false));
    const [first] = FakeSocket.all;
    await page.signIn('M2');
    await page.connect('M2');
    first?.say({ type: 'messaging', message: page.model.reply('M1', 'for M1 alone') });
    page.model.reply('M2', 'for M2');

    await eventually(async () =>
      expect(await rows('M2')).toMatchObject([{ message: { payload: 'for M2' } }]),
    );
    expect(FakeSocket.last.sent[0]).toEqual({ type: 'join', token: getSession()?.token });
  });

  it('whose token is no longer good ends the session, and keeps what is queued', async () => {
    const onInvalidToken = vi.fn();
    configureClient({ onInvalidToken });
    await page.signIn();
    const socket = await page.connect();
    page.isOffline = true;
    await sendText('unsent');

    socket.say({ type: 'left', message: 'invalid-token' });

    await eventually(() => expect(onInvalidToken).toHaveBeenCalled());
    expect(getSession()).toBeNull();
    expect(await queued()).toHaveLength(1);
  });

  it('that says "changed", however often, leads to one sync', async () => {
    await page.signIn();
    const socket = await page.connect();
    await nothingMoreAsked();

    for (let i = 0; i < 5; i++) socket.say({ type: 'changed' });

    await eventually(() => expect(page.calls).toEqual(['GET /api/sync']));
  });

  it('brings hints for as long as it is open', async () => {
    await page.signIn();
    expect(hintsArrive.get()).toBe(false);

    await page.connect();
    await eventually(() => expect(hintsArrive.get()).toBe(true));
    page.breakOff();

    expect(hintsArrive.get()).toBe(false);
  });

  it('tells that support is typing, until it says something', async () => {
    await page.signIn();
    const socket = await page.connect();

    socket.say({ type: 'typing', by: 'support', on: true });
    expect(chatStatus.get().supportTyping).toBe(true);
    page.model.reply('M1', 'here');

    expect(chatStatus.get().supportTyping).toBe(false);
  });

  it('is not opened for a visitor who never said anything', async () => {
    page.server.on('GET /api/lookup/active', () => ok());

    await new Promise((resolve) => setTimeout(resolve, 50));

    expect(FakeSocket.all).toEqual([]);
  });
});
