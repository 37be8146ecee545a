/**
 * Brings resources up to date on the device. Screens read the stored data and never wait for these requests.
 * The refresh functions never reject. Without a response the data keeps its age, and the connection state
 * shows that the app is offline.
 */
import { requestAt } from '../../api/client';
import { serverNow } from '../../api/clock';
import type { SyncResponse } from '../../api/types';
import { SingleFlight } from '../../kit/single-flight';
import { getLocale } from '../../device/locale';
import { getSession, resolveMember } from '../../session/token';
import type { DeviceDb, MemberDb, ResourceRow } from '../../storage/db';
import { withDeviceDb, withMemberDb } from '../../storage/storage';
import {
  allResources,
  isResource,
  keyOf,
  pathTo,
  resourceOf,
  type ResourceId,
  type Subject,
  type ValueOf,
} from './resources';

const running = new SingleFlight();
/** Counts the changes of a key. A response is dropped if the key changed after its request. */
const changeCounts = new Map<string, number>();

/** refreshResource fetches a resource, with one request at a time for all callers. Never rejects. */
export function refreshResource<Id extends ResourceId>(id: Id, ...[subject]: Subject<Id>): Promise<void> {
  return running.run(flightKey(id, subject), () => fetchResource(id, subject));
}

/**
 * refetchResource fetches data that is known to be out of date. It always sends a new request and drops any
 * older response. Never rejects.
 */
export function refetchResource<Id extends ResourceId>(id: Id, ...[subject]: Subject<Id>): Promise<void> {
  countChange(keyOf(id, getLocale(), subject));
  const flight = flightKey(id, subject);
  running.forget(flight);
  return running.run(flight, () => fetchResource(id, subject));
}

/**
 * putResource stores a command's response that contains the resource. No earlier request may overwrite it.
 */
export async function putResource<Id extends ResourceId>(
  memberId: string,
  id: Id,
  data: ValueOf<Id>,
  ...[subject]: Subject<Id>
): Promise<void> {
  const key = keyOf(id, getLocale(), subject);
  countChange(key);
  await withMemberDb(memberId, (db) => db.lookups.put({ key, etag: '', data, fetchedAt: serverNow() }));
}

/**
 * putSyncedResources stores the resources that a sync's response contains, in the caller's transaction. No
 * earlier request may overwrite them.
 */
export async function putSyncedResources(
  db: MemberDb,
  response: SyncResponse,
  fetchedAt: number,
): Promise<void> {
  for (const [id, { readFromSync }] of allResources()) {
    const data = readFromSync?.(response);
    if (data === undefined) continue;
    const key = keyOf(id, getLocale());
    countChange(key);
    await db.lookups.put({ key, etag: '', data, fetchedAt });
  }
}

/** fetchResource fetches a resource like `refreshResource`. Throws ApiError if there is no response. */
export async function fetchResource(id: ResourceId, subject?: string): Promise<void> {
  const { query, scope, byLocale } = resourceOf(id);
  const locale = getLocale();
  const key = keyOf(id, locale, subject);
  const member = scope === 'everyone' ? null : await resolveMember();
  if (scope !== 'everyone' && !member) return;
  const inPlace = <T>(work: (db: DeviceDb | MemberDb) => Promise<T>) =>
    member ? withMemberDb(member.memberId, work) : withDeviceDb(work);

  const changesBefore = changeCounts.get(key) ?? 0;
  const known = await inPlace((db) => db.lookups.get(key));
  const { status, body, etag } = await requestAt('GET', pathTo(id, subject), {
    auth: member?.token ?? false,
    etag: known?.etag || undefined,
    query: byLocale ? { ...query, locale } : query,
  });
  if ((changeCounts.get(key) ?? 0) !== changesBefore) return;
  const fetchedAt = serverNow();
  const row: ResourceRow | undefined =
    status === 304 ? known && { ...known, fetchedAt } : { key, etag: etag ?? '', data: body, fetchedAt };
  if (row) await inPlace((db) => db.lookups.put(row));
}

/**
 * fetchStaleLookups fetches the lookups that the device has in another version than a sync reported. Lookups
 * that the device does not have are fetched when they are shown. Throws ApiError.
 */
export async function fetchStaleLookups(memberId: string): Promise<void> {
  const cursor = await withMemberDb(memberId, (db) => db.cursors.get('sync'));
  if (cursor?.scope !== 'sync') return;
  for (const name of cursor.staleLookups) {
    if (isResource(name) && (await hasOtherVersion(name, cursor.lookupTags[name]))) await fetchResource(name);
    await withMemberDb(memberId, (db) => markFresh(db, name));
  }

  async function hasOtherVersion(id: ResourceId, version: string | undefined): Promise<boolean> {
    const key = keyOf(id, getLocale());
    const stored =
      resourceOf(id).scope === 'everyone'
        ? await withDeviceDb((db) => db.lookups.get(key))
        : await withMemberDb(memberId, (db) => db.lookups.get(key));
    return stored !== undefined && stored.etag !== version;
  }
}

async function markFresh(db: MemberDb, name: string): Promise<void> {
  await db.transaction('rw', db.cursors, async () => {
    const cursor = await db.cursors.get('sync');
    if (cursor?.scope !== 'sync') return;
    const staleLookups = cursor.staleLookups.filter((other) => other !== name);
    await db.cursors.put({ ...cursor, staleLookups });
  });
}

function flightKey(id: ResourceId, subject: string | undefined): string {
  return [id, subject, getSession()?.token, getLocale()].join(' ');
}

function countChange(key: string): void {
  changeCounts.set(key, (changeCounts.get(key) ?? 0) + 1);
}
