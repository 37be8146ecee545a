/** The home load: profile, bank account, wallet, invite and games, stored on the device. */
import { call } from '../../api/client';
import { serverNow } from '../../api/clock';
import type { Home } from '../../api/types';
import { SingleFlight } from '../../kit/single-flight';
import { getSession, resolveMember } from '../../session/token';
import type { HomeRow, MemberDb } from '../../storage/db';
import { withMemberDb } from '../../storage/storage';
import { cursorOf } from '../lists/lists';
import { putHomeRow, putMoney } from './parts';
import { useLive, type StoredQuery } from '../live/live';

/**
 * The maximum number of requests for one load. A sync in another tab makes a running load useless, so it is
 * repeated.
 */
const HOME_TRIES = 3;

const running = new SingleFlight();

/** refreshHome brings wallet, profile, bank account and games up to date. Never rejects. */
export function refreshHome(): Promise<void> {
  return running.run(getSession()?.token ?? '', fetchHome);
}

/**
 * fetchHome loads home without joining a running load, which may be older than what has just changed.
 * Rejects with ApiError.
 */
export async function fetchHome(): Promise<void> {
  const member = await resolveMember();
  if (!member) return;
  const { memberId, token } = member;
  for (let tries = 0; tries < HOME_TRIES; tries++) {
    const cursorBefore = await withMemberDb(memberId, cursorOf);
    const home = await call('GET', '/api/wallet', { auth: token });
    if (await withMemberDb(memberId, (db) => applyHome(db, cursorBefore, home, serverNow()))) return;
  }
}

/**
 * applyHome stores the home data. Returns false if a sync was applied after `cursorBefore` was read.
 * The sync's profile may then be newer, and would not be sent again.
 */
export async function applyHome(
  db: MemberDb,
  cursorBefore: string,
  home: Home,
  now: number,
): Promise<boolean> {
  return db.transaction('rw', db.home, db.cursors, async () => {
    if ((await cursorOf(db)) !== cursorBefore) return false;
    const { wallet, slots, ...rest } = home;
    await putMoney(db, { wallet, slots }, now);
    for (const [key, value] of Object.entries(rest)) await putHomeRow(db, key, value, now);
    return true;
  });
}

/** Reads all data that home loads and syncs have stored. */
export const homeQuery: StoredQuery<HomeRow[]> = {
  database: 'member',
  name: 'home',
  read: (db) => db.home.toArray(),
};

/** useHomePart returns the stored value of one part, without a request. */
export function useHomePart(key: string): unknown {
  return useLive(homeQuery)?.find((row) => row.key === key)?.value;
}
