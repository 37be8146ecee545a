// @vitest-environment node
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { ModelHistory } from '../../../../test/model-history';
import { enqueuePicture } from '../../domains/slip/store';
import { applyHome } from '../home/home';
import { MemberDb } from '../../storage/db';
import { applySync, readSyncQuery } from '../sync/apply-sync';
import { applyPage, readPage } from './pages';

let db: MemberDb;
let server: ModelHistory;

beforeEach(() => {
  db = new MemberDb('M1', { indexedDB: new IDBFactory(), IDBKeyRange });
  server = new ModelHistory();
  for (let i = 10; i < 35; i++) server.putStatement(`s${i}`, 'PENDING');
});

const idsOf = (page: { rows: { _id: string }[] }) => page.rows.map((row) => row._id);
const idRange = (first: number, last: number) =>
  Array.from({ length: first - last + 1 }, (_, i) => `s${first - i}`);

async function syncOnce(): Promise<boolean> {
  const syncQuery = await readSyncQuery(db);
  const response = server.sync(syncQuery.cursor);
  await applySync(db, syncQuery, response, 2);
  return response.more;
}

async function syncWhole(): Promise<void> {
  while (await syncOnce());
}

describe('a page of the statement', () => {
  it('a page is known from a paged call before the first sync', async () => {
    await applyPage(db, 'statement', 1, server.newestStatements(10), 1);

    const page = await readPage(db, 'statement', 1);

    expect(idsOf(page)).toEqual(idRange(34, 25));
    expect(page).toMatchObject({ total: 25, fetchedAt: 1 });
  });

  it('a page never shows old lines directly after new ones while lines between are missing', async () => {
    await applyPage(db, 'statement', 1, server.newestStatements(10), 1);
    await syncOnce();

    expect(idsOf(await readPage(db, 'statement', 1))).toEqual(idRange(34, 25));
    expect(idsOf(await readPage(db, 'statement', 2))).toEqual([]);
  });

  // spec 1.14a, 2.87a, 9.31a
  it('a page is complete after the sync', async () => {
    await syncWhole();

    expect(idsOf(await readPage(db, 'statement', 1))).toEqual(idRange(34, 25));
    expect(idsOf(await readPage(db, 'statement', 3))).toEqual(idRange(14, 10));
    expect((await readPage(db, 'statement', 1)).total).toBe(25);
  });

  it('a page’s rows and total are of one moment while a sync is stored', async () => {
    await syncWhole();
    server.putStatement('s35', 'PENDING');
    const query = await readSyncQuery(db);

    const [page] = await Promise.all([
      readPage(db, 'statement', 1),
      applySync(db, query, server.sync(query.cursor), 3),
    ]);

    expect(page).toMatchObject({ total: 25, fetchedAt: 2 });
    expect(idsOf(page)).toEqual(idRange(34, 25));
  });

  it('a page does not flicker during the first sync', async () => {
    await applyPage(db, 'statement', 1, server.newestStatements(10), 1);

    for (let more = true; more;) {
      more = await syncOnce();
      expect(idsOf(await readPage(db, 'statement', 1))).toEqual(idRange(34, 25));
    }
  });
});

describe('the slip list', () => {
  it('unsent slips come first and are not counted', async () => {
    server.putSlip('c1', 'SUCCESS');
    await syncWhole();
    const picture = { id: 'new', bytes: new ArrayBuffer(1), mime: 'image/png', sha256: '' };
    await enqueuePicture(db, picture, 0);

    const page = await readPage(db, 'slips', 1);

    expect(page.rows.map((row) => row.clientId)).toEqual(['new', 'c1']);
    expect(page.total).toBe(1);
  });

  // spec 9.32
  it('a page of the slip list has ten slips', async () => {
    for (let i = 10; i < 25; i++) server.putSlip(`c${i}`, 'SUCCESS');
    await syncWhole();

    expect((await readPage(db, 'slips', 1)).rows).toHaveLength(10);
    expect((await readPage(db, 'slips', 2)).rows).toHaveLength(5);
  });

  it('a sync that returns a slip removes it from the queue', async () => {
    const picture = { id: 'c1', bytes: new ArrayBuffer(1), mime: 'image/png', sha256: '' };
    await enqueuePicture(db, picture, 0);
    server.putSlip('c1', 'SUCCESS');

    await syncWhole();

    expect(await db.outbox.count()).toBe(0);
    expect(await db.blobs.count()).toBe(0);
    expect((await readPage(db, 'slips', 1)).rows).toMatchObject([{ clientId: 'c1', status: 'SUCCESS' }]);
  });

  it('a paged call that returns a slip removes it from the queue', async () => {
    const picture = { id: 'c1', bytes: new ArrayBuffer(1), mime: 'image/png', sha256: '' };
    await enqueuePicture(db, picture, 0);
    server.putSlip('c1', 'PENDING');

    await applyPage(db, 'slips', 1, { total: 1, rows: [...server.slips.values()] }, 1);

    expect(await db.outbox.count()).toBe(0);
  });
});

describe('a balance', () => {
  it('a balance is never replaced by an older one', async () => {
    const old = server.home();
    server.putStatement('s99', 'SUCCESS');
    await applyHome(db, '', server.home(), 1);

    await applyHome(db, '', old, 2);

    expect(await db.home.get('wallet')).toMatchObject({ value: { amount: 1 }, fetchedAt: 1 });
  });
});

describe('a server restored from a backup', () => {
  it('data that a restored server does not have is deleted, except the queue', async () => {
    await syncWhole();
    const picture = { id: 'new', bytes: new ArrayBuffer(1), mime: 'image/png', sha256: '' };
    await enqueuePicture(db, picture, 0);

    server.restore();
    await syncWhole();

    expect(await db.statement.get('s34')).toBeUndefined();
    expect(await db.statement.count()).toBe(24);
    expect((await readPage(db, 'slips', 1)).rows).toMatchObject([{ clientId: 'new', unsent: true }]);
  });
});
