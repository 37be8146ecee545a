/** Putting the server's answers into the device's database, each in one transaction. */
import type { Home, Slip, SlipPage, Statement, StatementPage, SyncAnswer, Wallet } from './api/types';
import type { ListCursor, MemberDb, SyncCursor } from './db';
import { dropDisposable } from './disposable';
import { acknowledge } from './outbox/store';

/**
 * Applies one answer of `/api/sync`, rows and cursor together. False where the cursor has moved
 * since `asked` was read (another tab was quicker): the answer is then dropped whole, so that the
 * cursor never passes a row that was not applied.
 */
export async function applySync(
  db: MemberDb,
  asked: string,
  answer: SyncAnswer,
  now: number,
): Promise<boolean> {
  return db.transaction('rw', db.tables, async () => {
    const known = await syncCursor(db);
    if ((known?.cursor ?? '') !== asked) return false;
    if (answer.reset) await dropDisposable(db);
    await putStatements(db, answer.statements);
    for (const slip of answer.slips) await acknowledge(db, slip);
    await putWallet(db, answer.wallet, now);
    if (answer.profile) await putPart(db, 'profile', answer.profile, now);
    if (answer.bankAccount) await putPart(db, 'bankAccount', answer.bankAccount, now);
    await db.cursors.put(nextCursor(answer.reset ? undefined : known, answer, now));
    return true;
  });
}

/**
 * Applies the home load. False where a sync was applied since `asked` was read: its profile may
 * be newer than this one, and would not come again.
 */
export async function applyHome(
  db: MemberDb,
  asked: string,
  home: Home,
  now: number,
): Promise<boolean> {
  return db.transaction('rw', db.home, db.cursors, async () => {
    if (((await syncCursor(db))?.cursor ?? '') !== asked) return false;
    const { wallet, ...parts } = home;
    await putWallet(db, wallet, now);
    for (const [key, value] of Object.entries(parts)) await putPart(db, key, value, now);
    return true;
  });
}

/** Applies one page of the statement list. */
export async function applyStatements(
  db: MemberDb,
  page: number,
  { total, statements }: StatementPage,
  now: number,
): Promise<void> {
  await db.transaction('rw', db.statement, db.cursors, async () => {
    await putStatements(db, statements);
    await noteList(db, { scope: 'statement', page, total, last: statements.at(-1), now });
  });
}

/** Applies one page of the slip list. */
export async function applySlips(
  db: MemberDb,
  page: number,
  { total, slips }: SlipPage,
  now: number,
): Promise<void> {
  await db.transaction('rw', db.slips, db.outbox, db.blobs, db.cursors, async () => {
    for (const slip of slips) await acknowledge(db, slip);
    await noteList(db, { scope: 'slips', page, total, last: slips.at(-1), now });
  });
}

export async function syncCursor(db: MemberDb): Promise<SyncCursor | undefined> {
  return (await db.cursors.get('sync')) as SyncCursor | undefined;
}

/** A list's row is never replaced by an older version of itself. */
async function putStatements(db: MemberDb, rows: Statement[]): Promise<void> {
  const known = await db.statement.bulkGet(rows.map((row) => row._id));
  await db.statement.bulkPut(rows.filter((row, i) => (known[i]?.version ?? 0) <= row.version));
}

async function putWallet(db: MemberDb, wallet: Wallet, now: number): Promise<void> {
  const known = (await db.home.get('wallet'))?.value as Wallet | undefined;
  if (known && Date.parse(known.asOf) > Date.parse(wallet.asOf)) return;
  await putPart(db, 'wallet', wallet, now);
}

async function putPart(db: MemberDb, key: string, value: unknown, now: number): Promise<void> {
  await db.home.put({ key, value, fetchedAt: now });
}

function nextCursor(known: SyncCursor | undefined, answer: SyncAnswer, now: number): SyncCursor {
  const before = known?.lookupTags ?? {};
  const changed = Object.keys(answer.lookups).filter((name) => answer.lookups[name] !== before[name]);
  return {
    scope: 'sync',
    cursor: answer.cursor,
    complete: !answer.more || (known?.complete ?? false),
    fetchedAt: now,
    lookupTags: { ...before, ...answer.lookups },
    staleLookups: [...new Set([...(known?.staleLookups ?? []), ...changed])],
  };
}

/** Later than any time: no row is above it. */
const NO_FLOOR = '~';

interface ListNote {
  scope: ListCursor['scope'];
  page: number;
  total: number;
  last: Statement | Slip | undefined;
  now: number;
}

/**
 * Until the first sync is through, only rows down to the last fetched page are known without a
 * gap; a later page fetched alone makes no such run.
 */
async function noteList(db: MemberDb, { scope, page, total, last, now }: ListNote): Promise<void> {
  const known = (await db.cursors.get(scope)) as ListCursor | undefined;
  const run = page === 1 || known !== undefined;
  const floor = run ? (last?.createdAt ?? known?.floor ?? NO_FLOOR) : NO_FLOOR;
  await db.cursors.put({ scope, total, floor, fetchedAt: now });
}
