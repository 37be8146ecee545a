/** Putting an answer of `/api/sync` into the device's database. */
import type { SyncAnswer } from './api/types';
import { cursorOf, syncCursor } from './cursor';
import type { MemberDb, SyncCursor } from './db';
import { dropSynced } from './disposable';
import { putHomePart, putWallet } from './homeParts';
import { removeItem } from './outbox/store';
import { provisionalKeys, sweepUnconfirmed } from './rows';

/** What the device knew when the sync was asked for. */
export interface SyncQuestion {
  /** Empty before the first sync. */
  cursor: string;
  toldStatements: Set<string>;
  toldSlips: Set<string>;
}

export async function syncQuestion(db: MemberDb): Promise<SyncQuestion> {
  return db.transaction('r', db.cursors, db.statement, db.slips, async () => ({
    cursor: await cursorOf(db),
    toldStatements: await provisionalKeys(db.statement),
    toldSlips: await provisionalKeys(db.slips),
  }));
}

/**
 * Applies one answer, rows and cursor in one transaction. False where the cursor has moved since
 * the question (another tab was quicker): the answer is then dropped whole, so that the cursor
 * never passes a row that was not applied.
 */
export async function applySync(
  db: MemberDb,
  asked: SyncQuestion,
  answer: SyncAnswer,
  now: number,
): Promise<boolean> {
  return db.transaction('rw', db.tables, async () => {
    const known = await syncCursor(db);
    if ((known?.cursor ?? '') !== asked.cursor) return false;
    // To an empty cursor the server says reset as well: what was told since is swept, not dropped.
    if (answer.reset && asked.cursor !== '') await dropSynced(db);
    await putStatements(db, asked, answer);
    await putSlips(db, asked, answer);
    await putWallet(db, answer.wallet, now);
    if (answer.profile) await putHomePart(db, 'profile', answer.profile, now);
    if (answer.bankAccount) await putHomePart(db, 'bankAccount', answer.bankAccount, now);
    await db.cursors.put(nextCursor(answer.reset ? undefined : known, answer, now));
    return true;
  });
}

async function putStatements(db: MemberDb, asked: SyncQuestion, answer: SyncAnswer): Promise<void> {
  const { statements, more } = answer;
  await db.statement.bulkPut(statements);
  const brought = new Set(statements.map((row) => row._id));
  if (!more) await sweepUnconfirmed(db.statement, asked.toldStatements, brought);
}

/** A slip that the server has needs no sending any more, whether its answer came or not. */
async function putSlips(db: MemberDb, asked: SyncQuestion, answer: SyncAnswer): Promise<void> {
  const { slips, more } = answer;
  for (const slip of slips) {
    await db.slips.put(slip);
    await removeItem(db, slip.clientId);
  }
  const brought = new Set(slips.map((slip) => slip.clientId));
  if (!more) await sweepUnconfirmed(db.slips, asked.toldSlips, brought);
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
