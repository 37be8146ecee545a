/** The parts of the home load on the device: profile, bank account, wallet, invite, games. */
import { call } from '../../api/client';
import { serverNow } from '../../api/clock';
import type { Home } from '../../api/types';
import { SingleFlight } from '../../kit/single-flight';
import { getSession, knowMember } from '../../session/token';
import type { HomeRow, MemberDb } from '../../storage/db';
import { inMember } from '../../storage/storage';
import { cursorOf } from '../lists/lists';
import { putHomePart, putMoney } from './parts';
import { useLive, type Reading } from '../live/live';

/** A sync in another tab voids a home load under way; that many times it is asked for again. */
const HOME_TRIES = 3;

const running = new SingleFlight();

/** Brings wallet, profile, bank account and games up to date. Never rejects. */
export function refreshHome(): Promise<void> {
  return running.run(getSession()?.token ?? '', fetchHome);
}

/** Loads home without joining a load under way, which may be older than what has just changed. Rejects with ApiError. */
export async function fetchHome(): Promise<void> {
  const member = await knowMember();
  if (!member) return;
  const { memberId, token } = member;
  for (let tries = 0; tries < HOME_TRIES; tries++) {
    const asked = await inMember(memberId, cursorOf);
    const home = await call('GET', '/api/wallet', { auth: token });
    if (await inMember(memberId, (db) => applyHome(db, asked, home, serverNow()))) return;
  }
}

/**
 * Applies the home load. False where a sync was applied since `askedAt` (its cursor) was read:
 * that one's profile may be newer than this one's, and would not come again.
 */
export async function applyHome(db: MemberDb, askedAt: string, home: Home, now: number): Promise<boolean> {
  return db.transaction('rw', db.home, db.cursors, async () => {
    if ((await cursorOf(db)) !== askedAt) return false;
    const { wallet, slots, ...rest } = home;
    await putMoney(db, { wallet, slots }, now);
    for (const [key, value] of Object.entries(rest)) await putHomePart(db, key, value, now);
    return true;
  });
}

/** All that the home load and the syncs have told. */
export const homeReading: Reading<HomeRow[]> = {
  of: 'member',
  name: 'home',
  read: (db) => db.home.toArray(),
};

/** One part as the phone knows it; asks nobody. */
export function useHomePart(key: string): unknown {
  return useLive(homeReading)?.find((row) => row.key === key)?.value;
}
