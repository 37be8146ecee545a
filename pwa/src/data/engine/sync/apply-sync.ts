/** Writes a response of `/api/sync` to the device's database. */
import type { SyncAnswer } from '../../api/types';
import { dropSynced } from '../../storage/disposable';
import { cursorOf, listOf, syncCursor } from '../lists/lists';
import { keyIn, provisionalKeys, sweepUnconfirmed, tableOf, type ListRow } from '../lists/rows';
import { putMoney, putParts } from '../home/parts';
import { keepToldResources } from '../resources/refresh';
import { isOwn } from '../resources/resources';
import { FIRST_LISTS, LIST_NAMES, type ListName, type MemberDb, type SyncCursor } from '../../storage/db';

/** What the device knew when the sync was requested. */
export interface SyncQuestion {
  /** Empty before the first sync. */
  cursor: string;
  /** The provisional rows of each list: received, and not confirmed by a sync yet. */
  told: ReadonlyMap<ListName, ReadonlySet<string>>;
}

export async function syncQuestion(db: MemberDb): Promise<SyncQuestion> {
  const tables = LIST_NAMES.map((name) => tableOf(db, name));
  return db.transaction('r', [db.cursors, ...tables], async () => {
    const told = new Map<ListName, ReadonlySet<string>>();
    for (const name of LIST_NAMES) told.set(name, await provisionalKeys(db, name));
    return { cursor: await cursorOf(db), told };
  });
}

/**
 * applySync applies one response, rows and cursor in one transaction. Returns false if the cursor has moved
 * since the request, because another tab was faster. The response is then dropped completely, so that the
 * cursor never passes a row that was not applied. Also returns false if the response has a list that the
 * cursor does not cover. Older rows of that list need a sync from the start, so the cursor is deleted.
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
    if (known && !countsFor(known, toldOf(answer))) {
      await db.cursors.delete('sync');
      return false;
    }
    // The server also sends `reset` for an empty cursor. Then rows that were received since are swept, not
    // dropped.
    if (answer.reset && asked.cursor !== '') await dropSynced(db, isOwn);
    for (const name of LIST_NAMES) await putRows(db, name, asked, answer);
    await putMoney(db, answer, now);
    await putParts(db, answer, now);
    await keepToldResources(db, answer, now);
    await db.cursors.put(nextCursor(answer.reset ? undefined : known, answer, now));
    return true;
  });
}

function toldOf(answer: SyncAnswer): ListName[] {
  return LIST_NAMES.filter((name) => listOf(name).field in answer);
}

function countsFor({ lists = FIRST_LISTS }: Pick<SyncCursor, 'lists'>, told: readonly ListName[]): boolean {
  return told.every((name) => lists.includes(name));
}

async function putRows(db: MemberDb, name: ListName, asked: SyncQuestion, answer: SyncAnswer): Promise<void> {
  const { field, arrived } = listOf(name);
  const rows = answer[field] as ListRow[] | undefined;
  if (!rows) return;
  const table = tableOf(db, name);
  await table.bulkPut(rows);
  for (const row of rows) await arrived?.(db, row);
  const brought = new Set(rows.map((row) => keyIn(table, row)));
  if (!answer.more) await sweepUnconfirmed(db, name, asked.told.get(name) ?? new Set(), brought);
}

function nextCursor(known: SyncCursor | undefined, answer: SyncAnswer, now: number): SyncCursor {
  const before = known?.lookupTags ?? {};
  const changed = Object.keys(answer.lookups).filter((name) => answer.lookups[name] !== before[name]);
  return {
    scope: 'sync',
    cursor: answer.cursor,
    complete: !answer.more || (known?.complete ?? false),
    fetchedAt: now,
    lists: toldOf(answer),
    lookupTags: { ...before, ...answer.lookups },
    staleLookups: [...new Set([...(known?.staleLookups ?? []), ...changed])],
  };
}
