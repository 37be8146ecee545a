import { useSyncExternalStore } from 'react';
import { dateOf, useRequestOnce, type Cached } from '../live/cached';
import { useDeviceDb, useLive, useMemberDb, type StoredQuery } from '../live/live';
import { getLocale, onLocale } from '../../device/locale';
import type { DeviceDb, ResourceRow } from '../../storage/db';
import { refreshResource } from './refresh';
import { keyOf, resourceOf, type ResourceId, type Subject, type ValueOf } from './resources';

/** resourceQuery reads a resource's row on the device, in the chosen language. */
export function resourceQuery<Id extends ResourceId>(
  id: Id,
  ...subject: Subject<Id>
): StoredQuery<ResourceRow | undefined> {
  const key = keyOf(id, getLocale(), subject[0]);
  const database = resourceOf(id).scope === 'everyone' ? 'device' : 'member';
  return { database, name: `lookups ${key}`, read: (db: Pick<DeviceDb, 'lookups'>) => db.lookups.get(key) };
}

/** useResource returns a stored resource in the chosen language, and requests it when it is first shown. */
export function useResource<Id extends ResourceId>(
  id: Id,
  ...subject: Subject<Id>
): Cached<ValueOf<Id>> & { version: string } {
  const locale = useSyncExternalStore(onLocale, getLocale);
  const query = resourceQuery(id, ...subject);
  const row = useLive(query);
  const deviceDb = useDeviceDb();
  const memberDb = useMemberDb();
  const db = query.database === 'device' ? deviceDb : memberDb;
  const data = row?.data as ValueOf<Id> | undefined;
  const busy = useRequestOnce({
    key: `${query.name} ${locale}`,
    request: () => refreshResource(id, ...subject),
    ready: db !== null,
    hasData: data !== undefined,
    query,
  });
  const version = data === undefined ? '' : versionOf(row?.etag ?? '');
  return { data, version, asOf: dateOf(data && row?.fetchedAt), loading: data === undefined && busy };
}

/** versionOf returns the version without the language: the ETag (`"2a-th"`) without its suffix. */
export function versionOf(etag: string): string {
  return etag
    .replace(/^W\//, '')
    .replaceAll('"', '')
    .replace(/-(th|lo|en)$/, '');
}
