import { useLiveQuery } from 'dexie-react-hooks';
import { useSyncExternalStore } from 'react';
import type { LookupName, Lookups } from '../api/types';
import { refresh } from '../cache';
import { getLocale, onLocale } from '../locale';
import { isMembersOnly, lookupKey } from '../lookups';
import { dateOf, useAskedOnce, type Cached } from './cached';
import { useDeviceDb, useMemberDb } from './useDatabase';

/** A lookup in the chosen language. */
export function useLookup<Name extends LookupName>(name: Name): Cached<Lookups[Name]> & { version: string } {
  const locale = useSyncExternalStore(onLocale, getLocale);
  const key = lookupKey(name, locale);
  const device = useDeviceDb();
  const own = useMemberDb();
  const db = isMembersOnly(name) ? own : device;
  const row = useLiveQuery(() => db?.lookups.get(key), [db, key]);
  const busy = useAskedOnce(`${name} ${locale}`, () => refresh({ lookup: name }), db !== null);
  const data = row?.key === key ? (row.data as Lookups[Name]) : undefined;
  const version = data === undefined ? '' : versionOf(row?.etag ?? '');
  return { data, version, asOf: dateOf(data && row?.fetchedAt), loading: data === undefined && busy };
}

/** The lookup's version in all languages alike: its ETag (`"2a-th"`) without the language's own end. */
export function versionOf(etag: string): string {
  return etag
    .replace(/^W\//, '')
    .replaceAll('"', '')
    .replace(/-(th|lo|en)$/, '');
}
