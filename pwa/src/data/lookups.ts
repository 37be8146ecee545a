/** The lookups, kept with their ETag: what every visitor may read on the device, the rest with the member. */
import { request } from './api/client';
import type { LookupName } from './api/types';
import type { DeviceDb, LookupRow, MemberDb } from './db';
import { getLocale, type Locale } from './locale';
import { inDevice, inMember } from './storage';
import { knowMember } from './token';

const MEMBERS_ONLY = new Set<LookupName>(['deposit', 'withdraw', 'slip']);
const BY_LOCALE = new Set<LookupName>(['sources', 'conditions', 'agreements', 'notice', 'contact', 'info']);

export function isMembersOnly(name: LookupName): boolean {
  return MEMBERS_ONLY.has(name);
}

export function lookupKey(name: LookupName, locale: Locale): string {
  return BY_LOCALE.has(name) ? `${name}:${locale}` : name;
}

/** Asks for the lookup in the chosen language, unless changed. Throws ApiError. */
export async function fetchLookup(name: LookupName): Promise<void> {
  const locale = getLocale();
  const key = lookupKey(name, locale);
  const member = isMembersOnly(name) ? await knowMember() : null;
  if (isMembersOnly(name) && !member) return;
  const inHome = <T>(work: (db: DeviceDb | MemberDb) => Promise<T>) =>
    member ? inMember(member.memberId, work) : inDevice(work);

  const known = await inHome((db) => db.lookups.get(key));
  const { status, body, etag } = await request('GET', `/api/lookup/${name}`, {
    auth: member?.token ?? false,
    etag: known?.etag,
    query: BY_LOCALE.has(name) ? { locale } : undefined,
  });
  const fetchedAt = Date.now();
  const row: LookupRow | undefined =
    status === 304 ? known && { ...known, fetchedAt } : { key, etag: etag ?? '', data: body, fetchedAt };
  if (row) await inHome((db) => db.lookups.put(row));
}

/**
 * Fetches again what a sync called changed and the device holds in another version; the rest is
 * fetched when it is shown.
 */
export async function fetchStaleLookups(memberId: string): Promise<void> {
  const cursor = await inMember(memberId, (db) => db.cursors.get('sync'));
  if (cursor?.scope !== 'sync') return;
  for (const name of cursor.staleLookups as LookupName[]) {
    const key = lookupKey(name, getLocale());
    const held = isMembersOnly(name)
      ? await inMember(memberId, (db) => db.lookups.get(key))
      : await inDevice((db) => db.lookups.get(key));
    if (held && held.etag !== cursor.lookupTags[name]) await fetchLookup(name);
    await inMember(memberId, (db) => markFresh(db, name));
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
