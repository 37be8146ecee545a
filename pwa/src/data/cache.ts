/**
 * `refresh` brings a part of the device's copy up to date; screens read the copy and never wait
 * for this. Each target is asked for once at a time, whoever asks.
 */
import { call } from './api/client';
import type { LookupName } from './api/types';
import { applySlips, applyStatements } from './applyPages';
import { cursorOf, syncCursor } from './cursor';
import { applyHome } from './homeParts';
import { getLocale } from './locale';
import { fetchLookup } from './lookups';
import type { Member } from './member';
import { inMember } from './storage';
import { syncNow } from './sync';
import { getSession, knowMember } from './token';

export type RefreshTarget =
  | 'lookups'
  | { lookup: LookupName }
  | 'home'
  | 'statement'
  | { statement: number }
  | 'slips'
  | { slips: number }
  | 'sync';

export const PAGE_SIZE = 10;

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

const running = new Map<string, Promise<void>>();

/**
 * Never rejects: without an answer the copy stays as old as it says it is, and the connection
 * says the rest.
 */
export function refresh(what: RefreshTarget): Promise<void> {
  const key = JSON.stringify([what, getSession()?.token, getLocale()]);
  let job = running.get(key);
  if (!job) {
    job = start(what)
      .catch(() => {})
      .finally(() => running.delete(key));
    running.set(key, job);
  }
  return job;
}

async function start(what: RefreshTarget): Promise<void> {
  if (what === 'sync') await syncNow();
  else if (what === 'lookups') await refreshLookups();
  else if (typeof what === 'object' && 'lookup' in what) await fetchLookup(what.lookup);
  else {
    const member = await knowMember();
    if (member) await refreshOwn(what, member);
  }
}

async function refreshLookups(): Promise<void> {
  const names = getSession() ? MEMBERS : VISITORS;
  await Promise.allSettled(names.map(fetchLookup));
}

type OwnTarget = Exclude<RefreshTarget, 'lookups' | 'sync' | { lookup: LookupName }>;

async function refreshOwn(what: OwnTarget, member: Member): Promise<void> {
  if (what === 'home') await refreshHome(member);
  // With the whole history here a sync renews it; before that its newest page comes first.
  else if (await isHistoryWhole(member)) await syncNow();
  else if (what === 'statement') await refreshStatements(member, 1);
  else if (what === 'slips') await refreshSlips(member, 1);
  else if ('statement' in what) await refreshStatements(member, what.statement);
  else await refreshSlips(member, what.slips);
}

async function isHistoryWhole({ memberId }: Member): Promise<boolean> {
  return inMember(memberId, async (db) => (await syncCursor(db))?.complete ?? false);
}

async function refreshHome({ memberId, token }: Member): Promise<void> {
  for (let tries = 0; tries < HOME_TRIES; tries++) {
    const asked = await inMember(memberId, cursorOf);
    const home = await call('GET', '/api/wallet', { auth: token });
    if (await inMember(memberId, (db) => applyHome(db, asked, home, Date.now()))) return;
  }
}

async function refreshStatements({ memberId, token }: Member, page: number): Promise<void> {
  const body = { page, limit: PAGE_SIZE };
  const answer = await call('POST', '/api/statement', { auth: token, body });
  await inMember(memberId, (db) => applyStatements(db, page, answer, Date.now()));
}

async function refreshSlips({ memberId, token }: Member, page: number): Promise<void> {
  const body = { page, limit: PAGE_SIZE };
  const answer = await call('POST', '/api/statement/slip', { auth: token, body });
  await inMember(memberId, (db) => applySlips(db, page, answer, Date.now()));
}
