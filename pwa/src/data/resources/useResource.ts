import { useLiveQuery } from 'dexie-react-hooks';
import { useSyncExternalStore } from 'react';
import { dateOf, useAskedOnce, type Cached } from '../hooks/cached';
import { useDeviceDb, useMemberDb } from '../hooks/useDatabase';
import { getLocale, onLocale } from '../locale';
import { refreshResource } from './refresh';
import { keyOf, resourceOf, type ResourceId, type Subject, type ValueOf } from './table';

/** A resource as the device has it, in the chosen language; asked for when it is first shown. */
export function useResource<Id extends ResourceId>(
  id: Id,
  ...subject: Subject<Id>
): Cached<ValueOf<Id>> & { version: string } {
  const locale = useSyncExternalStore(onLocale, getLocale);
  const key = keyOf(id, locale, subject[0]);
  const device = useDeviceDb();
  const own = useMemberDb();
  const db = resourceOf(id).whose === 'everyone' ? device : own;
  const row = useLiveQuery(() => db?.lookups.get(key), [db, key]);
  const busy = useAskedOnce(`${key} ${locale}`, () => refreshResource(id, ...subject), db !== null);
  const data = row?.key === key ? (row.data as ValueOf<Id>) : undefined;
  const version = data === undefined ? '' : versionOf(row?.etag ?? '');
  return { data, version, asOf: dateOf(data && row?.fetchedAt), loading: data === undefined && busy };
}

/** Its version in all languages alike: its ETag (`"2a-th"`) without the language's own end. */
export function versionOf(etag: string): string {
  return etag
    .replace(/^W\//, '')
    .replaceAll('"', '')
    .replace(/-(th|lo|en)$/, '');
}
