// @vitest-environment node
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import { ModelHistory } from '../../../../test/model-history';
import { ApiError } from '../../api/errors';
import { enqueue } from '../../domains/slip/store';
import { MemberDb } from '../../storage/db';
import { cursorOf, syncCursor } from '../lists/lists';
import { catchUp, type SyncTools } from './sync';

let db: MemberDb;
let server: ModelHistory;
let ask: ReturnType<typeof vi.fn<SyncTools['ask']>>;

beforeEach(() => {
  db = new MemberDb('M1', { indexedDB: new IDBFactory(), IDBKeyRange });
  server = new ModelHistory();
  ask = vi.fn<SyncTools['ask']>(async (cursor) => server.sync(cursor));
});

const sync = () => catchUp({ store: (work) => work(db), ask, now: () => 1 });

it('asks on while the server has more, each time from where it got to', async () => {
  for (let i = 0; i < 7; i++) server.putStatement(`s${i}`, 'PENDING');

  await sync();

  expect(ask.mock.calls.map(([cursor]) => cursor)).toEqual(['', '1.3', '1.6']);
  expect(await db.statement.count()).toBe(7);
});

it('keeps what it has applied when a later answer fails to come', async () => {
  for (let i = 0; i < 7; i++) server.putStatement(`s${i}`, 'PENDING');
  ask.mockImplementationOnce(async (cursor) => server.sync(cursor));
  ask.mockRejectedValueOnce(new ApiError('NETWORK'));

  await expect(sync()).rejects.toThrow('NETWORK');

  expect(await cursorOf(db)).toBe('1.3');
  expect(await db.statement.count()).toBe(3);
});

it('moves neither rows nor cursor when an answer cannot be applied whole', async () => {
  server.putStatement('s1', 'PENDING');
  const broken = { ...server.sync(''), statements: [{}] as never };
  ask.mockResolvedValueOnce({ ...broken, slips: [] });

  await expect(sync()).rejects.toThrow();

  expect(await cursorOf(db)).toBe('');
  expect(await db.home.count()).toBe(0);
});

it('begins anew with a cursor that the server cannot read, and keeps the queue', async () => {
  server.putStatement('s1', 'PENDING');
  await sync();
  const picture = { id: 'a', bytes: new ArrayBuffer(1), mime: 'image/png', sha256: '' };
  await enqueue(db, picture, 0);
  ask.mockRejectedValueOnce(new ApiError('INVALID_USER_INFO', 400));

  await sync();

  expect(ask.mock.calls.map(([cursor]) => cursor)).toEqual(['', '1.1', '']);
  expect(await db.statement.count()).toBe(1);
  expect(await db.outbox.count()).toBe(1);
});

it('begins anew where it got to its cursor before the app knew one of the lists', async () => {
  server.putStatement('s1', 'PENDING');
  await sync();
  await db.cursors.put({ ...(await syncCursor(db))!, lists: ['slips'] });
  await db.statement.clear();

  await sync();

  expect(ask.mock.calls.map(([cursor]) => cursor)).toEqual(['', '1.1', '']);
  expect(await db.statement.count()).toBe(1);
});

it('leaves a list alone that the server does not know yet', async () => {
  server.putSlip('c1', 'SUCCESS');
  await sync();
  const { slips: _, ...older } = server.sync('1.1');
  ask.mockResolvedValueOnce(older as never);

  await sync();

  expect(ask).toHaveBeenCalledTimes(2);
  expect(await db.slips.count()).toBe(1);
});

it('does not go round for ever with a server that stands still', async () => {
  server.putStatement('s1', 'PENDING');
  await sync();
  ask.mockResolvedValue({ ...server.sync('1.1'), more: true });

  await expect(sync()).rejects.toThrow('INTERNAL_SERVER_ERROR');
});

it('brings the conversation along where it is wished for, and asks on while there is more of it', async () => {
  server.putStatement('s1', 'PENDING');
  const taken: number[] = [];
  const part = (lastSeq: number) => ({ messages: [], lastSeq, readSeq: 0, supportReadSeq: 0, more: false });
  ask.mockImplementation(async (cursor, chat) => ({ ...server.sync(cursor), chat: part(Number(chat)) }));
  const ride = async () => ({
    asked: String(taken.length + 1),
    take: async ({ lastSeq }: { lastSeq: number }) => taken.push(lastSeq) < 2,
  });

  await catchUp({ store: (work) => work(db), ask, ride, now: () => 1 });

  expect(ask.mock.calls).toEqual([
    ['', '1'],
    ['1.1', '2'],
  ]);
  expect(taken).toEqual([1, 2]);
  expect(await db.statement.count()).toBe(1);
});
