// @vitest-environment node
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok, stubServer, type TestServer } from '../../../../test/server';
import { noteServerDate } from '../../api/clock';
import { NOT_OURS, PICTURE_DAMAGED } from '../../api/errors';
import { enqueueMessage } from './room';
import { messageOfItem } from './shown';
import type { CustomerMessage } from '../../api/conversation';
import { MemberDb } from '../../storage/db';
import type { QueuedItem } from '../../storage/queued-item';
import { sendItem } from '../../app/send-item';
import type { SendOptions } from '../../engine/outbox/kinds';
import { deleteMovingItems, movingLane, resetForCaller } from './moving-items';
import type { ChatItem } from './kind';
import { enqueuePicture } from '../slip/store';

const NOW = Date.UTC(2026, 0, 5);
const member = { memberId: 'M1', token: 't' };
const guest = { guestId: 'g1' };

let server: TestServer;
let db: MemberDb;
let requests: { call: string; body: Record<string, unknown>; token: string | null; key: string | null }[];

beforeEach(() => {
  server = stubServer();
  db = new MemberDb('M1', { indexedDB: new IDBFactory(), IDBKeyRange });
  requests = [];
});

afterEach(() => vi.unstubAllGlobals());

function respondTo(call: string, response: object): void {
  server.on(call, ({ body, headers }) => {
    const fields = body instanceof FormData ? Object.fromEntries(body) : (body as Record<string, unknown>);
    requests.push({
      call,
      body: fields,
      token: headers.get('Authorization'),
      key: headers.get('Idempotency-Key'),
    });
    return ok(response);
  });
}

const bytes = new TextEncoder().encode('a picture').buffer;
const media = (fileType: 'image' | 'video', message = ''): CustomerMessage => ({
  message_type: 'media',
  payload: { message, url: false, fileType, filePath: '', name: 'cat.jpg' },
});
const queueMessage = async (id: string, message: CustomerMessage, mime?: string): Promise<QueuedItem> => {
  await enqueueMessage(db, { id, message, file: mime ? { bytes, mime, sha256: 'h' } : undefined }, NOW);
  return itemOf(id);
};
const queueSlip = async (id: string, mime: string): Promise<QueuedItem> => {
  await enqueuePicture(db, { id, bytes, mime, sha256: 'h' }, NOW);
  return itemOf(id);
};
async function itemOf(id: string): Promise<QueuedItem> {
  const item = await db.outbox.where('id').equals(id).first();
  if (!item) throw new Error('not queued');
  return item;
}
const send = async (item: QueuedItem, options: Partial<SendOptions> = {}) =>
  sendItem(item, await db.blobs.get(item.id), { caller: member, storeFacts: async () => {}, ...options });

it('a slip and a message of a phone that is a year ahead show the server’s time, and are queued by the phone’s time', async () => {
  const shown = new Date(NOW - 365 * 86_400_000).toISOString();
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  noteServerDate(shown);

  const items = [
    await queueSlip('s', 'image/png'),
    await queueMessage('c', { message_type: 'text', payload: 'Hi' }),
  ];

  const times = { createdAt: NOW, capturedAt: NOW };
  expect(items).toMatchObject([times, times]);
  expect(await db.slips.get('s')).toMatchObject({ createdAt: shown, capturedAt: shown });
  expect(messageOfItem(items[1] as ChatItem, undefined, undefined).createdAt).toBe(shown);
  noteServerDate(new Date(NOW).toUTCString());
  vi.useRealTimers();
});

describe('a sent slip', () => {
  const slip = { clientId: 'a', status: 'PENDING', reference: 'r', version: 1 };

  // spec D3.77
  it.each([
    ['image/jpeg', 'slip.jpg'],
    ['image/png', 'slip.png'],
  ])('a slip of %s is sent with its name, time, key and the member’s token', async (mime, name) => {
    respondTo('POST /api/wallet/slip', slip);

    const acknowledge = await send(await queueSlip('a', mime));
    await acknowledge(db);

    const file = requests[0]?.body.file as File;
    expect({ ...requests[0]?.body, file: [file.name, file.type] }).toEqual({
      clientId: 'a',
      capturedAt: '2026-01-05T00:00:00.000Z',
      file: [name, mime],
    });
    expect(requests).toMatchObject([{ token: 'Bearer t', key: 'a' }]);
    expect(await db.slips.get('a')).toMatchObject({ version: 1 });
  });

  it.each(['SUCCESS', 'FAILED'])('a slip that has ended as %s is acknowledged', async (status) => {
    respondTo('POST /api/wallet/slip', { ...slip, status });

    await expect(send(await queueSlip('a', 'image/png'))).resolves.toBeTypeOf('function');
  });

  it('a slip without a member or without its picture is not sent', async () => {
    const item = await queueSlip('a', 'image/png');

    await expect(send(item, { caller: guest })).rejects.toMatchObject({ code: 'invalid-token', status: 401 });
    await db.blobs.clear();
    await expect(send(item)).rejects.toMatchObject({ code: 'invalid-token' });
    expect(requests).toEqual([]);
  });
});

describe('a sent message', () => {
  const receipt = { _id: 'm1', seq: 1, timestamp: '2026-01-05T00:00:00Z' };

  it('a message is sent as written, with the caller’s credentials', async () => {
    respondTo('POST /api/chat/send-message', receipt);
    const message = { message_type: 'text', payload: 'hello' } as const;
    const item = await queueMessage('c', message);

    await (
      await send(item)
    )(db);
    await send(item, { caller: guest });

    expect(requests.map(({ body, token }) => ({ body, token }))).toEqual([
      { body: { clientId: 'c', message }, token: 'Bearer t' },
      { body: { clientId: 'c', message, guestId: 'g1' }, token: null },
    ]);
    expect(await db.chat.toArray()).toMatchObject([{ room: 'M1', clientId: 'c', seq: 1 }]);
    expect(await db.outbox.count()).toBe(0);
  });

  it.each([
    ['image', '/api/chat/upload-image', 'image/jpeg'],
    ['video', '/api/chat/upload-video', 'video/mp4'],
  ] as const)(
    'the %s of a message is uploaded first, and the message contains the server’s path',
    async (kind, path, mime) => {
      respondTo(`POST ${path}`, { path: 'chat/1', fileType: 'file' });
      respondTo('POST /api/chat/send-message', receipt);
      const storeFacts = vi.fn(async () => {});

      await send(await queueMessage('c', media(kind, 'look'), mime), { storeFacts });

      const [upload, message] = requests;
      const file = upload?.body.file as File;
      expect({ ...upload?.body, file: [file.name, file.type] }).toEqual({
        clientId: 'c',
        file: ['cat.jpg', mime],
      });
      const payload = { message: 'look', url: false, fileType: 'file', filePath: 'chat/1', name: 'cat.jpg' };
      expect(message?.body).toEqual({ clientId: 'c', message: { message_type: 'media', payload } });
      expect(storeFacts).toHaveBeenCalledWith({ uploaded: { path: 'chat/1', fileType: 'file' } });
    },
  );

  it('a file that the server already has is not uploaded again', async () => {
    respondTo('POST /api/chat/send-message', receipt);
    const item = await queueMessage('c', media('image'), 'image/png');

    await send({ ...item, uploaded: { path: 'chat/1', fileType: 'image' } } as QueuedItem);

    expect(requests.map(({ call }) => call)).toEqual(['POST /api/chat/send-message']);
    expect(requests[0]?.body).toMatchObject({
      message: { payload: { filePath: 'chat/1', fileType: 'image' } },
    });
  });

  it.each([
    ['no path', {}],
    ['an empty path', { path: '' }],
    ['a path that is no text', { path: 7 }],
  ])('a message whose upload gets %s stays queued', async (_, response) => {
    respondTo('POST /api/chat/upload-image', response);

    const sending = send(await queueMessage('c', media('image'), 'image/png'));

    await expect(sending).rejects.toMatchObject({ code: NOT_OURS, status: 200 });
  });

  it.each([{ _id: 7 }, { seq: 1.5 }, { seq: undefined }, { timestamp: 7 }])(
    'a message whose response is no receipt (%j) stays queued',
    async (changes) => {
      respondTo('POST /api/chat/send-message', { ...receipt, ...changes });

      const sending = send(await queueMessage('c', { message_type: 'text', payload: 'hello' }));

      await expect(sending).rejects.toMatchObject({ code: NOT_OURS, status: 200 });
    },
  );

  it('an item that is no message needs the member', async () => {
    const item = {
      ...(await queueMessage('c', { message_type: 'text', payload: 'x' })),
      kind: 'slip',
    } as QueuedItem;
    const { sendMessage } = await import('./send');

    const sending = sendMessage(item, undefined, { caller: member, storeFacts: async () => {} });

    await expect(sending).rejects.toMatchObject({ code: PICTURE_DAMAGED });
  });
});

describe('a guest’s message that moves to another id', () => {
  const uploaded = { path: 'chat/1', fileType: 'image' };

  it('a moved message is reset, with or without its file', async () => {
    const tried = {
      ...(await queueMessage('c', media('image'))),
      uploaded,
      tries: 3,
      state: 'waiting',
    } as QueuedItem;

    expect(resetForCaller(tried, 'keeps file')).toMatchObject({ state: 'queued', tries: 0, uploaded });
    expect(resetForCaller(tried, 'loses file')).not.toHaveProperty('uploaded');
    expect(resetForCaller(tried, 'loses file')).toMatchObject({ id: 'c', state: 'queued', tries: 0 });
  });

  it('a moved message and its file are deleted when the member leaves, and no other message is', async () => {
    for (const id of ['c', 'd', 'e']) await queueMessage(id, media('image'), 'image/png');
    await db.outbox
      .where('id')
      .equals('c')
      .modify({ lane: movingLane('M1') });
    await db.outbox
      .where('id')
      .equals('d')
      .modify({ lane: movingLane('M2') });

    await deleteMovingItems(db, 'M1');

    expect((await db.outbox.toArray()).map(({ id }) => id)).toEqual(['d', 'e']);
    expect((await db.blobs.toArray()).map(({ id }) => id)).toEqual(['d', 'e']);
  });
});
