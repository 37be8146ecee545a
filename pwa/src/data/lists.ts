/** Reading pages of the device's lists, newest first. */
import type { Statement } from './api/types';
import { PAGE_SIZE } from './cache';
import { syncCursor } from './cursor';
import type { ListCursor, MemberDb, SlipRow } from './db';

export interface ListPage<Row> {
  rows: Row[];
  total: number;
  /** When the server last confirmed the list; undefined if it never did. */
  fetchedAt?: number;
}

/** False of a list that is empty only because nobody has told of it yet. */
export function isKnown<Row>(page: ListPage<Row> | undefined): page is ListPage<Row> {
  return page !== undefined && (page.rows.length > 0 || page.fetchedAt !== undefined);
}

/**
 * One page of statement lines. Until the history is whole it ends where the rows known without a
 * gap end: a page must not show last year's lines under yesterday's.
 */
export async function statementPage(db: MemberDb, page: number): Promise<ListPage<Statement>> {
  const { complete, floor, total, fetchedAt } = await extentOf(db, 'statement');
  const known = db.statement.where('createdAt').aboveOrEqual(complete ? '' : floor);
  const rows = await known
    .reverse()
    .offset((page - 1) * PAGE_SIZE)
    .limit(PAGE_SIZE)
    .toArray();
  return { rows, total: complete ? await db.statement.count() : total, fetchedAt };
}

/** One page of slips; what is not sent yet stands before the first. */
export async function slipPage(db: MemberDb, page: number): Promise<ListPage<SlipRow>> {
  const { complete, floor, total, fetchedAt } = await extentOf(db, 'slips');
  const known = db.slips.where('createdAt').aboveOrEqual(complete ? '' : floor);
  const sent = await known
    .reverse()
    .filter((row) => !row.unsent)
    .offset((page - 1) * PAGE_SIZE)
    .limit(PAGE_SIZE)
    .toArray();
  const unsent = (await db.slips.filter((row) => row.unsent === true).sortBy('createdAt')).reverse();
  const count = complete ? (await db.slips.count()) - unsent.length : total;
  return { rows: page === 1 ? [...unsent, ...sent] : sent, total: count, fetchedAt };
}

interface Extent {
  complete: boolean;
  floor: string;
  total: number;
  fetchedAt?: number;
}

async function extentOf(db: MemberDb, scope: ListCursor['scope']): Promise<Extent> {
  const sync = await syncCursor(db);
  const list = (await db.cursors.get(scope)) as ListCursor | undefined;
  const heard = [sync?.fetchedAt, list?.fetchedAt].filter((at) => at !== undefined);
  return {
    complete: sync?.complete ?? false,
    floor: list?.floor ?? '~',
    total: list?.total ?? 0,
    fetchedAt: heard.length > 0 ? Math.max(...heard) : undefined,
  };
}
