// @pure
import { describe, expect, it } from 'vitest';
import { ApiError, NETWORK } from '@/data/api/errors';
import type { Receipt } from '@/data/api/conversation';
import type { SupportMessage } from '../types';
import { Sender } from './sender';
import { withFirstPage, emptyThread, listShownMessages, type Thread } from './thread';

const ROOM = '7';

/** Simulates a server that stores each clientId once, and a connection that fails as configured. */
class TestConnection {
  thread: Thread = withFirstPage(emptyThread, [], 30);
  stored = new Map<string, SupportMessage>();
  files: string[] = [];
  faults: ('lost before' | 'lost after' | ApiError)[] = [];
  pauses: number[] = [];
  #ids = 0;

  readonly sender = new Sender({
    threadOf: () => this.thread,
    change: (_, update) => (this.thread = update(this.thread)),
    reply: async (_, clientId, message) => this.#receiveReply(clientId, message),
    upload: async (_, file, { clientId, signal }) => {
      if (file.name === 'slow.png')
        await new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('stopped'))),
        );
      this.files.push(clientId);
      return { path: `chat/${clientId}`, fileType: 'image' };
    },
    newId: () => `mine ${++this.#ids}`,
    pause: async (ms) => void this.pauses.push(ms),
    random: () => 0,
  });

  #receiveReply(clientId: string, message: SupportMessage): Receipt {
    const fault = this.faults.shift();
    if (fault === 'lost before') throw new ApiError(NETWORK);
    if (fault instanceof ApiError) throw fault;
    if (!this.stored.has(clientId)) this.stored.set(clientId, message);
    if (fault === 'lost after') throw new ApiError(NETWORK);
    const seq = [...this.stored.keys()].indexOf(clientId) + 1;
    return { _id: clientId, seq, timestamp: '2026-11-21T07:00:00Z' };
  }

  get shown() {
    return listShownMessages(this.thread).map(({ key, delivery }) => `${key} ${delivery}`);
  }
}

const text = (payload: string): SupportMessage => ({ message_type: 'text', payload });
const picture: SupportMessage = {
  message_type: 'media',
  payload: { message: '', url: false, fileType: 'image', filePath: '', name: 'a.png' },
};
const waitForSender = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('sending', () => {
  it('a reply without a response is sent again under the same id, and is stored once', async () => {
    const connection = new TestConnection();
    connection.faults = ['lost after', 'lost before'];

    connection.sender.send(ROOM, text('hello'));
    await waitForSender();

    expect([...connection.stored.keys()]).toEqual(['mine 1']);
    expect(connection.shown).toEqual(['mine 1 sent']);
  });

  it('the second reply waits while the first is retried', async () => {
    const connection = new TestConnection();
    connection.faults = ['lost before', 'lost before'];

    connection.sender.send(ROOM, text('first'));
    connection.sender.send(ROOM, text('second'));
    await waitForSender();

    expect([...connection.stored.values()]).toEqual([text('first'), text('second')]);
  });

  it('a refused reply is marked as failed with its reason, and the rest is sent', async () => {
    const connection = new TestConnection();
    connection.faults = [new ApiError('INVALID_USER_INFO', 400)];

    connection.sender.send(ROOM, text('refused'));
    connection.sender.send(ROOM, text('fine'));
    await waitForSender();

    expect(connection.shown).toEqual(['mine 2 sent', 'mine 1 failed']);
    expect(connection.thread.outgoing[0]?.error).toBe('INVALID_USER_INFO');
  });

  it('a refused reply can be sent again or removed', async () => {
    const connection = new TestConnection();
    connection.faults = [new ApiError('INVALID_USER_INFO', 400), new ApiError('INVALID_USER_INFO', 400)];
    connection.sender.send(ROOM, text('again'));
    connection.sender.send(ROOM, text('away'));
    await waitForSender();

    connection.sender.resend(ROOM, 'mine 1');
    connection.sender.remove(ROOM, 'mine 2');
    await waitForSender();

    expect(connection.shown).toEqual(['mine 1 sent']);
  });

  it('a retry waits as long as the server asks', async () => {
    const connection = new TestConnection();
    connection.faults = [new ApiError('REQUEST_LIMIT', 429, { retryAfter: 9 })];

    connection.sender.send(ROOM, text('patient'));
    await waitForSender();

    expect(connection.pauses).toEqual([9000]);
    expect(connection.shown).toEqual(['mine 1 sent']);
  });

  it('unsent replies are kept when the session ends, and sent after the login', async () => {
    const connection = new TestConnection();
    connection.faults = [new ApiError('UNAUTHORIZED', 401)];
    connection.sender.send(ROOM, text('kept'));
    await waitForSender();
    const meanwhile = connection.shown;

    await connection.sender.run(ROOM);

    expect([meanwhile, connection.shown]).toEqual([['mine 1 not_sent'], ['mine 1 sent']]);
  });

  it('a file is uploaded once, however often its message is sent', async () => {
    const connection = new TestConnection();
    connection.faults = ['lost before', 'lost after'];

    connection.sender.send(ROOM, picture, new File(['x'], 'a.png'));
    await waitForSender();

    const [sent] = connection.stored.values();
    expect([connection.files, sent?.message_type === 'media' && sent.payload.filePath]).toEqual([
      ['mine 1'],
      'chat/mine 1',
    ]);
  });

  it('removing a reply aborts its upload, and the rest is sent', async () => {
    const connection = new TestConnection();
    connection.sender.send(ROOM, picture, new File(['x'], 'slow.png'));
    connection.sender.send(ROOM, text('after'));
    await waitForSender();

    connection.sender.remove(ROOM, 'mine 1');
    await waitForSender();

    expect(connection.shown).toEqual(['mine 2 sent']);
  });
});
