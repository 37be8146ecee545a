// @vitest-environment node
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StatementLine } from '../../api/types';
import { MemberDb, type FilteredPageRow, type SyncCursor } from '../../storage/db';
import { isOfKind, readFiltered, scopeOf } from './filter';
import { boundsOf, monthOf, monthsBack } from './months';
import { referenceOf } from './reference';

describe('the reference of a statement line', () => {
  // The server's function is tested with the same values (filter_test.go).
  it.each([
    ['00000000-0000-4000-8000-000000000000', '00000-00000'],
    ['ffffffff-ffff-4fff-bfff-ffffffffffff', '7ZZZZ-ZZZZZ'],
    ['0198c1a2-b3d4-7e5f-8a6b-7c8d9e0f1a2b', '01K30-T5CYM'],
  ])('the reference of %s is %s', (id, text) => {
    expect(referenceOf(id)).toBe(text);
  });
});

describe('a month', () => {
  it.each([
    ['2026-10-31T16:59:59.999999Z', '2026-10'],
    ['2026-10-31T17:00:00Z', '2026-11'],
    ['2026-11-30T16:59:59.999Z', '2026-11'],
    ['2026-11-30T17:00:00.000001Z', '2026-12'],
  ])('months are Bangkok’s: %s belongs to %s', (moment, month) => {
    const [since, until] = boundsOf(month);

    expect(monthOf(moment)).toBe(month);
    expect(since <= moment && moment < until).toBe(true);
  });

  it('monthsBack returns the months from now back to the first line’s month, across the end of a year', () => {
    const now = Date.parse('2027-01-31T17:00:00Z');

    expect(monthsBack('2026-11-30T17:00:00Z', now)).toEqual(['2027-02', '2027-01', '2026-12']);
    expect(monthsBack(undefined, now)).toEqual(['2027-02']);
    expect(monthsBack('2027-02-01T00:00:00Z', now)).toEqual(['2027-02']);
  });
});

describe('a kind of statement lines', () => {
  it('a kind selects its own lines, and a bonus’s end belongs to the bonus', () => {
    const types = ['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer', 'cashback'];

    expect(types.filter((type) => isOfKind('bonus', type))).toEqual(['bonus', 'finish_bonus']);
    expect(types.filter((type) => isOfKind('deposit', type))).toEqual(['deposit']);
    expect(types.filter((type) => isOfKind(undefined, type))).toEqual(types);
  });
});

let db: MemberDb;
beforeEach(() => {
  db = new MemberDb('M1', { indexedDB: new IDBFactory(), IDBKeyRange });
});

const sync = (more: Partial<SyncCursor>): SyncCursor => ({
  scope: 'sync',
  cursor: '1.7',
  complete: true,
  fetchedAt: 5,
  lookupTags: {},
  staleLookups: [],
  ...more,
});

async function putLines(): Promise<void> {
  const line = (i: number, statementType: string) => ({
    _id: `s${i}`,
    statementType,
    createdAt: `2026-11-${String(i).padStart(2, '0')}T05:00:00Z`,
  });
  await db.statement.bulkPut(
    Array.from({ length: 28 }, (_, i) => line(i + 1, i % 2 ? 'withdraw' : 'deposit')) as StatementLine[],
  );
  await db.statement.put({
    ...line(1, 'deposit'),
    _id: 'old',
    createdAt: '2026-10-31T16:59:59Z',
  } as StatementLine);
}

const serverPage = (more: Partial<FilteredPageRow>): FilteredPageRow => ({
  scope: scopeOf({ kind: 'deposit', month: '2026-11' }, 1),
  ids: ['s3', 'gone', 's1'],
  total: 40,
  totals: [{ currency: 'BAHT', in: 90, out: 0 }],
  cursor: '1.7',
  fetchedAt: 6,
  ...more,
});

const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id);
const november = { kind: 'deposit', month: '2026-11' } as const;

describe('the statement by kind and month', () => {
  it('the device filters its own lines, page by page, if it has the whole history', async () => {
    await putLines();
    await db.cursors.put(sync({}));

    const [first, second] = [await readFiltered(db, november, 1), await readFiltered(db, november, 2)];

    expect(idsOf(first.rows)).toEqual([27, 25, 23, 21, 19, 17, 15, 13, 11, 9].map((i) => `s${i}`));
    expect(idsOf(second.rows)).toEqual(['s7', 's5', 's3', 's1']);
    expect(first).toMatchObject({ total: 14, fetchedAt: 5, totals: undefined, cursor: '1.7' });
  });

  it('totals are shown only for the data that the server computed them for', async () => {
    await putLines();
    await db.cursors.bulkPut([sync({}), serverPage({})]);
    expect((await readFiltered(db, november, 1)).totals).toEqual([{ currency: 'BAHT', in: 90, out: 0 }]);

    await db.cursors.put(sync({ cursor: '1.8' }));

    expect((await readFiltered(db, november, 1)).totals).toBeUndefined();
  });

  it('the server’s page is shown while the device’s history has gaps', async () => {
    await putLines();
    await db.cursors.bulkPut([sync({ complete: false }), serverPage({})]);

    expect(await readFiltered(db, november, 1)).toMatchObject({ total: 40, fetchedAt: 6, cursor: '' });
    expect(idsOf((await readFiltered(db, november, 1)).rows)).toEqual(['s3', 's1']);
  });

  it('the device’s own lines are shown if the server has returned no page yet', async () => {
    await putLines();

    const page = await readFiltered(db, { kind: 'withdraw' }, 2);

    expect(idsOf(page.rows)).toEqual(['s8', 's6', 's4', 's2']);
    expect(page).toMatchObject({ total: 14, totals: undefined, fetchedAt: undefined });
  });
});
