/**
 * `refresh` brings a part of the device's copy up to date; screens read the copy and never wait
 * for this. Each target is asked for once at a time, whoever asks.
 */
import { call } from './api/client';
import type { LookupName } from './api/types';
import { cursorOf } from './cursor';
import { applyHome } from './homeParts';
import { SingleFlight } from './kit/singleFlight';
import { getLocale } from './locale';
import { fetchLookup } from './lookups';
import type { Member } from './member';
import { inMember } from './storage';
import { syncNow } from './sync';
import { getSession, knowMember } from './token';

export type RefreshTarget = 'lookups' | { lookup: LookupName } | 'home' | 'sync';

const VISITORS: LookupName[] = [
  'info',
  'active',
  'contact',
  'banks',
  'sources',
  'registerOTP',
  'enableChatWidget',
];
const MEMBERS: LookupName[] = [
  'info',
  'deposit',
  'withdraw',
  'slip',
  'conditions',
  'agreements',
  'contact',
  'notice',
  'enableChatWidget',
];
/** A sync in another tab voids a home load under way; that many times it is asked for again. */
const HOME_TRIES = 3;

const running = new SingleFlight();

/**
 * Never rejects: without an answer the copy stays as old as it says it is, and the connection
 * says the rest.
 */
export function refresh(what: RefreshTarget): Promise<void> {
  const key = JSON.stringify([what, getSession()?.token, getLocale()]);
  return running.run(key, () => start(what));
}

async function start(what: RefreshTarget): Promise<void> {
  if (what === 'sync') await syncNow();
  else if (what === 'lookups') await refreshLookups();
  else if (typeof what === 'object' && 'lookup' in what) await fetchLookup(what.lookup);
  else {
    const member = await knowMember();
    if (member) await refreshHome(member);
  }
}

async function refreshLookups(): Promise<void> {
  const names = getSession() ? MEMBERS : VISITORS;
  await Promise.allSettled(names.map(fetchLookup));
}

async function refreshHome({ memberId, token }: Member): Promise<void> {
  for (let tries = 0; tries < HOME_TRIES; tries++) {
    const asked = await inMember(memberId, cursorOf);
    const home = await call('GET', '/api/wallet', { auth: token });
    if (await inMember(memberId, (db) => applyHome(db, asked, home, Date.now()))) return;
  }
}
