/** Putting the paged lists into the device's database, before the first sync has brought them whole. */
import type { Schemas } from './api/schema.gen';
import type { ListCursor, MemberDb } from './db';
import { acknowledge } from './outbox/store';
import { putTold } from './rows';

export async function applyStatements(
  db: MemberDb,
  page: number,
  { total, statements }: Schemas['OutBody'],
  now: number,
): Promise<void> {
  await db.transaction('rw', db.statement, db.cursors, async () => {
    for (const row of statements) await putTold(db.statement, row._id, row);
    const last = statements.at(-1)?.createdAt;
    await noteList(db, { scope: 'statement', page, total, last, now });
  });
}

export async function applySlips(
  db: MemberDb,
  page: number,
  { total, slips }: Schemas['PageBody'],
  now: number,
): Promise<void> {
  await db.transaction('rw', db.slips, db.outbox, db.blobs, db.cursors, async () => {
    for (const slip of slips) await acknowledge(db, slip);
    await noteList(db, { scope: 'slips', page, total, last: slips.at(-1)?.createdAt, now });
  });
}

/** Later than any time: no row is above it. */
const NO_FLOOR = '~';

interface ListNote {
  scope: ListCursor['scope'];
  page: number;
  total: number;
  last: string | undefined;
  now: number;
}

/**
 * Until the first sync is through, only rows down to the last fetched page are known without a
 * gap; a later page fetched alone makes no such run.
 */
async function noteList(db: MemberDb, { scope, page, total, last, now }: ListNote): Promise<void> {
  const known = (await db.cursors.get(scope)) as ListCursor | undefined;
  const run = page === 1 || known !== undefined;
  const floor = run ? (last ?? known?.floor ?? NO_FLOOR) : NO_FLOOR;
  await db.cursors.put({ scope, total, floor, fetchedAt: now });
}
