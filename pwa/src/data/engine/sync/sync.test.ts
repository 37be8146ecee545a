// @vitest-environment node
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import { ModelHistory } from '../../../../test/model-history';
import { ApiError } from '../../api/errors';
import { enqueuePicture } from '../../domains/slip/store';
import { MemberDb } from '../../storage/db';
import { cursorOf, syncCursor } from '../lists/lists';
import { catchUp, type SyncTools } from './sync';

let db: MemberDb;
let server: ModelHistory;
let fetchChanges: ReturnType<typeof vi.fn<SyncTools['fetchChanges']>>;

beforeEach(() => {
  db = new MemberDb('M1', { indexedDB: new IDBFactory(), IDBKeyRange });
  server = new ModelHistory();
  fetchChanges = vi.fn<SyncTools['fetchChanges']>(async (cursor) => server.sync(cursor));
});

const sync = () => catchUp({ withDb: (work) => work(db), fetchChanges, now: () => 1 });

it('a sync requests more from its cursor while the server has more', async () => {
  for (let i = 0; i < 7; i++) server.putStatement(`s${i}`, 'PENDING');

  await sync();

  expect(fetchChanges.mock.calls.map(([cursor]) => cursor)).toEqual(['', '1.3', '1.6']);
  expect(await db.statement.count()).toBe(7);
});

it('a sync keeps the applied rows if a later response fails', async () => {
  for (let i = 0; i < 7; i++) server.putStatement(`s${i}`, 'PENDING');
  fetchChanges.mockImplementationOnce(async (cursor) => server.sync(cursor));
  fetchChanges.mockRejectedValueOnce(new ApiError('NETWORK'));

  await expect(sync()).rejects.toThrow('NETWORK');

  expect(await cursorOf(db)).toBe('1.3');
  expect(await db.statement.count()).toBe(3);
});

it('a response that cannot be applied completely changes neither rows nor cursor', async () => {
  server.putStatement('s1', 'PENDING');
  const broken = { ...server.sync(''), statements: [{}] as never };
  fetchChanges.mockResolvedValueOnce({ ...broken, slips: [] });

  await expect(sync()).rejects.toThrow();

  expect(await cursorOf(db)).toBe('');
  expect(await db.home.count()).toBe(0);
});

it('a refused cursor starts the sync from the beginning, and keeps the queue', async () => {
  server.putStatement('s1', 'PENDING');
  await sync();
  const picture = { id: 'a', bytes: new ArrayBuffer(1), mime: 'image/png', sha256: '' };
  await enqueuePicture(db, picture, 0);
  fetchChanges.mockRejectedValueOnce(new ApiError('INVALID_USER_INFO', 400));

  await sync();

  expect(fetchChanges.mock.calls.map(([cursor]) => cursor)).toEqual(['', '1.1', '']);
  expect(await db.statement.count()).toBe(1);
  expect(await db.outbox.count()).toBe(1);
});

it('a cursor from before the app knew a list starts the sync from the beginning', async () => {
  server.putStatement('s1', 'PENDING');
  await sync();
  await db.cursors.put({ ...(await syncCursor(db))!, lists: ['slips'] });
  await db.statement.clear();

  await sync();

  expect(fetchChanges.mock.calls.map(([cursor]) => cursor)).toEqual(['', '1.1', '']);
  expect(await db.statement.count()).toBe(1);
});

it('a list that the server does not know yet is unchanged', async () => {
  server.putSlip('c1', 'SUCCESS');
  await sync();
  const { slips: _, ...older } = server.sync('1.1');
  fetchChanges.mockResolvedValueOnce(older as never);

  await sync();

  expect(fetchChanges).toHaveBeenCalledTimes(2);
  expect(await db.slips.count()).toBe(1);
});

it('a server that makes no progress ends the sync', async () => {
  server.putStatement('s1', 'PENDING');
  await sync();
  fetchChanges.mockResolvedValue({ ...server.sync('1.1'), more: true });

  await expect(sync()).rejects.toThrow('INTERNAL_SERVER_ERROR');
});

it('a sync fetches the conversation on request, until there is no more of it', async () => {
  server.putStatement('s1', 'PENDING');
  const appliedSeqs: number[] = [];
  const chatUpTo = (lastSeq: number) => ({
    messages: [],
    lastSeq,
    readSeq: 0,
    supportReadSeq: 0,
    more: false,
  });
  fetchChanges.mockImplementation(async (cursor, chat) => ({
    ...server.sync(cursor),
    chat: chatUpTo(Number(chat)),
  }));
  const extraData = async () => ({
    chatQuery: String(appliedSeqs.length + 1),
    apply: async ({ lastSeq }: { lastSeq: number }) => appliedSeqs.push(lastSeq) < 2,
  });

  await catchUp({ withDb: (work) => work(db), fetchChanges, extraData, now: () => 1 });

  expect(fetchChanges.mock.calls).toEqual([
    ['', '1'],
    ['1.1', '2'],
  ]);
  expect(appliedSeqs).toEqual([1, 2]);
  expect(await db.statement.count()).toBe(1);
});
