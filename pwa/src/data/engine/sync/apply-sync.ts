/** Writes a response of `/api/sync` to the device's database. */
import type { SyncResponse } from '../../api/types';
import { dropSynced } from '../../storage/disposable';
import { cursorOf, listOf, syncCursor } from '../lists/lists';
import { keyIn, provisionalKeys, deleteUnconfirmed, tableOf, type ListRow } from '../lists/rows';
import { putMoney, putParts } from '../home/parts';
import { putSyncedResources } from '../resources/refresh';
import { isOwnKey } from '../resources/resources';
import { FIRST_LISTS, LIST_NAMES, type ListName, type MemberDb, type SyncCursor } from '../../storage/db';

/** The state of the device when the sync was requested. */
export interface SyncQuery {
  /** Empty before the first sync. */
  cursor: string;
  /** The provisional rows of each list: received, and not confirmed by a sync yet. */
  received: ReadonlyMap<ListName, ReadonlySet<string>>;
}

export async function readSyncQuery(db: MemberDb): Promise<SyncQuery> {
  const tables = LIST_NAMES.map((name) => tableOf(db, name));
  return db.transaction('r', [db.cursors, ...tables], async () => {
    const received = new Map<ListName, ReadonlySet<string>>();
    for (const name of LIST_NAMES) received.set(name, await provisionalKeys(db, name));
    return { cursor: await cursorOf(db), received };
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
  query: SyncQuery,
  response: SyncResponse,
  now: number,
): Promise<boolean> {
  return db.transaction('rw', db.tables, async () => {
    const known = await syncCursor(db);
    if ((known?.cursor ?? '') !== query.cursor) return false;
    if (known && !coversLists(known, listsIn(response))) {
      await db.cursors.delete('sync');
      return false;
    }
    // The server also sends `reset` for an empty cursor. Then nothing is dropped: deleteUnconfirmed removes
    // the rows that the server does not have.
    if (response.reset && query.cursor !== '') await dropSynced(db, isOwnKey);
    for (const name of LIST_NAMES) await putRows(db, name, query, response);
    await putMoney(db, response, now);
    await putParts(db, response, now);
    await putSyncedResources(db, response, now);
    await db.cursors.put(nextCursor(response.reset ? undefined : known, response, now));
    return true;
  });
}

function listsIn(response: SyncResponse): ListName[] {
  return LIST_NAMES.filter((name) => listOf(name).field in response);
}

function coversLists(
  { lists = FIRST_LISTS }: Pick<SyncCursor, 'lists'>,
  received: readonly ListName[],
): boolean {
  return received.every((name) => lists.includes(name));
}

async function putRows(
  db: MemberDb,
  name: ListName,
  query: SyncQuery,
  response: SyncResponse,
): Promise<void> {
  const { field, updateRelated } = listOf(name);
  const rows = response[field] as ListRow[] | undefined;
  if (!rows) return;
  const table = tableOf(db, name);
  await table.bulkPut(rows);
  for (const row of rows) await updateRelated?.(db, row);
  const synced = new Set(rows.map((row) => keyIn(table, row)));
  if (!response.more) await deleteUnconfirmed(db, name, query.received.get(name) ?? new Set(), synced);
}

function nextCursor(known: SyncCursor | undefined, response: SyncResponse, now: number): SyncCursor {
  const before = known?.lookupTags ?? {};
  const changed = Object.keys(response.lookups).filter((name) => response.lookups[name] !== before[name]);
  return {
    scope: 'sync',
    cursor: response.cursor,
    complete: !response.more || (known?.complete ?? false),
    fetchedAt: now,
    lists: listsIn(response),
    lookupTags: { ...before, ...response.lookups },
    staleLookups: [...new Set([...(known?.staleLookups ?? []), ...changed])],
  };
}
