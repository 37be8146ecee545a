// @pure
import { describe, expect, it } from 'vitest';
import { ApiError, NETWORK } from '@/data/api/errors';
import type { Receipt } from '@/data/api/conversation';
import type { SupportMessage } from '../types';
import { Sender } from './sender';
import { begin, emptyThread, shownOf, type Thread } from './thread';

const ROOM = '7';

/** Simulates a server that stores each clientId once, and a connection that fails as configured. */
class Line {
  thread: Thread = begin(emptyThread, [], 30);
  kept = new Map<string, SupportMessage>();
  files: string[] = [];
  faults: ('lost before' | 'lost after' | ApiError)[] = [];
  pauses: number[] = [];
  #ids = 0;

  readonly sender = new Sender({
    threadOf: () => this.thread,
    change: (_, by) => (this.thread = by(this.thread)),
    reply: async (_, clientId, message) => this.#take(clientId, message),
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

  #take(clientId: string, message: SupportMessage): Receipt {
    const fault = this.faults.shift();
    if (fault === 'lost before') throw new ApiError(NETWORK);
    if (fault instanceof ApiError) throw fault;
    if (!this.kept.has(clientId)) this.kept.set(clientId, message);
    if (fault === 'lost after') throw new ApiError(NETWORK);
    const seq = [...this.kept.keys()].indexOf(clientId) + 1;
    return { _id: clientId, seq, timestamp: '2026-11-21T07:00:00Z' };
  }

  get shown() {
    return shownOf(this.thread).map(({ key, delivery }) => `${key} ${delivery}`);
  }
}

const text = (payload: string): SupportMessage => ({ message_type: 'text', payload });
const picture: SupportMessage = {
  message_type: 'media',
  payload: { message: '', url: false, fileType: 'image', filePath: '', name: 'a.png' },
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('sending', () => {
  it('asks again under the same name where the answer was lost, and nothing doubles', async () => {
    const line = new Line();
    line.faults = ['lost after', 'lost before'];

    line.sender.send(ROOM, text('hello'));
    await settled();

    expect([...line.kept.keys()]).toEqual(['mine 1']);
    expect(line.shown).toEqual(['mine 1 sent']);
  });

  it('keeps the order: the second waits while the first is tried again', async () => {
    const line = new Line();
    line.faults = ['lost before', 'lost before'];

    line.sender.send(ROOM, text('first'));
    line.sender.send(ROOM, text('second'));
    await settled();

    expect([...line.kept.values()]).toEqual([text('first'), text('second')]);
  });

  it('puts aside what the server refuses, says why, and goes on with the rest', async () => {
    const line = new Line();
    line.faults = [new ApiError('INVALID_USER_INFO', 400)];

    line.sender.send(ROOM, text('refused'));
    line.sender.send(ROOM, text('fine'));
    await settled();

    expect(line.shown).toEqual(['mine 2 sent', 'mine 1 failed']);
    expect(line.thread.outgoing[0]?.error).toBe('INVALID_USER_INFO');
  });

  it('sends a refused one again when told to, or removes it', async () => {
    const line = new Line();
    line.faults = [new ApiError('INVALID_USER_INFO', 400), new ApiError('INVALID_USER_INFO', 400)];
    line.sender.send(ROOM, text('again'));
    line.sender.send(ROOM, text('away'));
    await settled();

    line.sender.resend(ROOM, 'mine 1');
    line.sender.remove(ROOM, 'mine 2');
    await settled();

    expect(line.shown).toEqual(['mine 1 sent']);
  });

  it('waits as long as the server asks for', async () => {
    const line = new Line();
    line.faults = [new ApiError('REQUEST_LIMIT', 429, { retryAfter: 9 })];

    line.sender.send(ROOM, text('patient'));
    await settled();

    expect(line.pauses).toEqual([9000]);
    expect(line.shown).toEqual(['mine 1 sent']);
  });

  it('keeps what is unsent when the session ends, and sends it after the login', async () => {
    const line = new Line();
    line.faults = [new ApiError('UNAUTHORIZED', 401)];
    line.sender.send(ROOM, text('kept'));
    await settled();
    const meanwhile = line.shown;

    await line.sender.run(ROOM);

    expect([meanwhile, line.shown]).toEqual([['mine 1 not_sent'], ['mine 1 sent']]);
  });

  it('uploads a file once, however often its message is tried', async () => {
    const line = new Line();
    line.faults = ['lost before', 'lost after'];

    line.sender.send(ROOM, picture, new File(['x'], 'a.png'));
    await settled();

    const [sent] = line.kept.values();
    expect([line.files, sent?.message_type === 'media' && sent.payload.filePath]).toEqual([
      ['mine 1'],
      'chat/mine 1',
    ]);
  });

  it('breaks an upload off when it is removed, and goes on with the rest', async () => {
    const line = new Line();
    line.sender.send(ROOM, picture, new File(['x'], 'slow.png'));
    line.sender.send(ROOM, text('after'));
    await settled();

    line.sender.remove(ROOM, 'mine 1');
    await settled();

    expect(line.shown).toEqual(['mine 2 sent']);
  });
});
