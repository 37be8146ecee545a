import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChatPage, readOutbox, readConversation } from '../../../../test/chat-page';
import { eventually } from '../../../../test/eventually';
import { FakeSocket } from '../../../../test/fake-socket';
import { useQueue } from '../../engine/outbox/use-queue';
import { noteProgress } from '../../engine/outbox/progress';
import { logout } from '../../app/logout';
import { withMemberDb } from '../../storage/storage';
import { sendMedia, sendText } from './compose';
import { storedGuest } from '../../session/guest';
import { markRead } from './marks';
import { storeReadSeqs, roomOf } from './room';
import { useConversation } from './use-conversation';
import { useUnread } from './use-unread';
import { scaledRuns } from '../../../../test/runs';

let page: ChatPage;

beforeEach(() => {
  page = new ChatPage();
});

afterEach(async () => {
  cleanup();
  await act(() => page.stop());
});

const renderConversation = () => renderHook(() => useConversation()).result;
const payloads = ({ current }: ReturnType<typeof renderConversation>) =>
  current.messages.map(({ message }) => message.payload);

async function signInWithReplies(replies: number): Promise<void> {
  for (let i = 1; i <= replies; i++) page.model.reply('M1', `reply ${i}`);
  await page.logIn();
}

describe('the conversation', () => {
  // spec 7.62, 7.63, 9.26
  it('the conversation starts with the newest ten messages, and loads ten older ones at a time to the first', async () => {
    await signInWithReplies(25);
    const shown = renderConversation();
    await waitFor(() => expect(shown.current.messages).toHaveLength(10));
    expect(shown.current.hasOlder).toBe(true);

    await act(() => shown.current.loadOlder());
    await waitFor(() => expect(shown.current.messages).toHaveLength(20));
    await act(() => shown.current.loadOlder());

    await waitFor(() => expect(shown.current.messages).toHaveLength(25));
    expect(payloads(shown)).toEqual(page.model.texts('M1'));
    expect(shown.current).toMatchObject({ hasOlder: false, loading: false });
  });

  it('while offline, the conversation shows all messages that this device has stored', async () => {
    await signInWithReplies(25);
    const first = renderHook(() => useConversation());
    await waitFor(() => expect(first.result.current.messages).toHaveLength(10));
    await act(() => first.result.current.loadOlder());
    await waitFor(() => expect(first.result.current.messages).toHaveLength(20));
    first.unmount();
    page.isOffline = true;

    const shown = renderConversation();
    await waitFor(() => expect(shown.current.messages).toHaveLength(10));
    await act(() => shown.current.loadOlder());
    await waitFor(() => expect(shown.current.messages).toHaveLength(20));
    await act(() => shown.current.loadOlder());

    expect(shown.current.messages).toHaveLength(20);
    expect(shown.current.hasOlder).toBe(true);
  });

  it('the first shown message stays when new messages arrive', async () => {
    await signInWithReplies(12);
    await page.connect();
    const shown = renderConversation();
    await waitFor(() => expect(shown.current.messages).toHaveLength(10));

    for (let i = 13; i <= 30; i++) page.model.reply('M1', `reply ${i}`);

    await waitFor(() => expect(shown.current.messages).toHaveLength(28));
    expect(payloads(shown)[0]).toBe('reply 3');
  });

  it('the conversation stops loading if nothing is known and no response comes', async () => {
    page.isOffline = true;
    await page.logInOffline();
    const shown = renderConversation();
    expect(shown.current.loading).toBe(true);

    await waitFor(() => expect(shown.current.loading).toBe(false));

    expect(shown.current.messages).toEqual([]);
  });

  it('the conversation of a guest who wrote nothing is empty, and sends no request', async () => {
    const shown = renderConversation();

    await waitFor(() =>
      expect(shown.current).toMatchObject({ loading: false, messages: [], hasOlder: false }),
    );

    expect(page.calls).toEqual([]);
  });

  it('the conversation is polled if no socket connects', async () => {
    await signInWithReplies(1);
    const clock = vi.spyOn(globalThis, 'setInterval');
    const shown = renderConversation();
    await waitFor(() => expect(shown.current.messages).toHaveLength(1));
    page.model.reply('M1', 'missed');

    const [poll] = clock.mock.calls.find(([, wait]) => wait === 10_000) ?? [];
    act(() => poll?.());

    await waitFor(() => expect(payloads(shown)).toContain('missed'));
  });

  it('the conversation of a member who logged out is not shown', async () => {
    await signInWithReplies(3);
    const shown = renderConversation();
    await waitFor(() => expect(shown.current.messages).toHaveLength(3));

    await act(() => logout('discard'));

    await waitFor(() => expect(shown.current.messages).toEqual([]));
  });
});

describe('a sent message', () => {
  it('a message is shown as unsent, sent and read under one key', async () => {
    await page.logIn();
    await page.connect();
    const shown = renderConversation();
    page.isOffline = true;
    await act(() => sendText('hello'));
    await waitFor(() =>
      expect(shown.current.messages).toMatchObject([{ delivery: 'not_sent', error: 'NETWORK' }]),
    );
    const [{ key } = { key: '' }] = shown.current.messages;

    page.isOffline = false;
    act(() => void dispatchEvent(new Event('online')));
    await waitFor(() => expect(shown.current.messages).toMatchObject([{ key, seq: 1, delivery: 'sent' }]));
    act(() => page.model.readBySupport('M1'));

    await waitFor(() => expect(shown.current.messages).toMatchObject([{ key, delivery: 'read' }]));
    expect(shown.current.supportReadSeq).toBe(1);
  });

  // spec 4.30d
  it('a message with a file is sent once the server has both', async () => {
    await page.logIn();
    await page.connect();
    const shown = renderConversation();

    await act(() => sendMedia(new File(['picture'], 'a.png')));

    await waitFor(() =>
      expect(shown.current.messages).toMatchObject([
        { seq: 1, message: { message_type: 'media' }, delivery: 'sent' },
      ]),
    );
  });

  // spec 3.37, 4.30a, 4.30b
  it('a message with a file shows the local file and its percent until the server has it', async () => {
    await page.logIn();
    page.isOffline = true;
    const shown = renderConversation();
    await act(() => sendMedia(new File(['film'], 'a.mp4')));
    await waitFor(() => expect(shown.current.messages[0]?.local).toMatchObject({ mime: 'video/mp4' }));
    // The page's own attempt has ended, so it no longer clears the progress.
    await waitFor(async () => expect(await readOutbox()).toMatchObject([{ state: 'waiting' }]));
    const [item] = await readOutbox();

    await waitFor(async () => {
      // Repeated, since the page retries automatically if this takes long.
      await act(async () => {
        await withMemberDb('M1', (db) => db.outbox.update(item?.seq ?? 0, { state: 'sending' }));
        noteProgress(item?.id ?? '', 0.42);
      });
      expect(shown.current.messages).toMatchObject([{ delivery: 'uploading', progress: 42 }]);
    });
  });

  it('a refused message shows the reason', async () => {
    await page.logIn();
    page.isOffline = true;
    const shown = renderConversation();
    await act(() => sendText('hello'));
    await waitFor(() => expect(shown.current.messages).toMatchObject([{ error: 'NETWORK' }]));
    const [item] = await readOutbox();
    const lastError = { code: 'SLIP_INVALID_FILE', status: 413 };

    await waitFor(async () => {
      // Repeated, since the page retries automatically if this takes long, and then stores that attempt's outcome.
      await act(() =>
        withMemberDb('M1', (db) => db.outbox.update(item?.seq ?? 0, { state: 'needs_user', lastError })),
      );
      expect(shown.current.messages).toMatchObject([{ delivery: 'failed', error: 'SLIP_INVALID_FILE' }]);
    });
  });

  it('a guest’s message is queued like a member’s', async () => {
    page.isOffline = true;
    const queue = renderHook(() => useQueue()).result;
    await act(() => sendText('hello'));

    await waitFor(() =>
      expect(queue.current.data).toMatchObject([{ kind: 'chat', message: { payload: 'hello' } }]),
    );
    expect(storedGuest()).not.toBeNull();
  });
});

describe('the read mark', () => {
  // spec 9.28
  it('unread messages are counted, and the read mark is sent once after a second', async () => {
    await signInWithReplies(2);
    await page.connect();
    const unread = renderHook(() => useUnread()).result;
    await waitFor(() => expect(unread.current).toBe(2));

    const waits = vi.spyOn(globalThis, 'setTimeout');
    for (let i = 0; i < 5; i++) act(() => markRead());
    expect(waits.mock.calls.filter(([, ms]) => ms === 1_000)).toHaveLength(1);

    await waitFor(() => expect(unread.current).toBe(0));
    await waitFor(() => expect(page.model.talk('M1').readSeq).toBe(2));
    expect(page.calls.filter((call) => call.endsWith('read-customer'))).toHaveLength(1);
  });

  it('a read mark that was set without a network is sent at the next connection', async () => {
    await signInWithReplies(2);
    await page.connect();
    await eventually(async () => expect(await readConversation()).toHaveLength(2));
    page.isOffline = true;
    markRead();
    await eventually(() => expect(page.calls.at(-1)).toBe('PUT /api/chat/read-customer'));

    page.isOffline = false;
    page.breakOff();
    await eventually(() => expect(FakeSocket.all).toHaveLength(2));
    await page.connect();

    await eventually(() => expect(page.model.talk('M1').readSeq).toBe(2));
  });

  it('a read mark never decreases, whatever the order of its values', async () => {
    await page.logIn();
    const marks = fc.array(fc.record({ readSeq: fc.nat(50), supportReadSeq: fc.nat(50) }), {
      minLength: 1,
      maxLength: 8,
    });
    const property = fc.asyncProperty(marks, fc.uuid(), async (received, room) => {
      for (const one of received) await withMemberDb('M1', (db) => storeReadSeqs(db, room, one));
      const { readSeq, supportReadSeq } = await withMemberDb('M1', (db) => roomOf(db, room));
      expect(readSeq).toBe(Math.max(...received.map((one) => one.readSeq)));
      expect(supportReadSeq).toBe(Math.max(...received.map((one) => one.supportReadSeq)));
    });

    await fc.assert(property, { numRuns: scaledRuns(10) });
  });
});

it('typing is sent repeatedly while it lasts, and once when it ends', async () => {
  await page.logIn();
  const socket = await page.connect();
  const { setTyping } = await import('./typing');
  vi.useFakeTimers();
  const typingSent = () => socket.sent.filter(({ type }) => type === 'typing').map(({ on }) => on);

  for (let key = 0; key < 60; key++) {
    setTyping(true);
    vi.advanceTimersByTime(100);
  }
  expect(typingSent()).toEqual([true, true]);
  vi.advanceTimersByTime(10_000);
  setTyping(false);
  vi.useRealTimers();

  expect(typingSent()).toEqual([true, true, false]);
});
