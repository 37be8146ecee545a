/** The parts of the home load on the device: profile, bank account, wallet, invite, games. */
import type { Home, Wallet } from './api/types';
import { cursorOf } from './cursor';
import type { MemberDb } from './db';

/**
 * Applies the home load. False where a sync was applied since `askedAt` (its cursor) was read:
 * that one's profile may be newer than this one's, and would not come again.
 */
export async function applyHome(db: MemberDb, askedAt: string, home: Home, now: number): Promise<boolean> {
  return db.transaction('rw', db.home, db.cursors, async () => {
    if ((await cursorOf(db)) !== askedAt) return false;
    const { wallet, ...parts } = home;
    await putWallet(db, wallet, now);
    for (const [key, value] of Object.entries(parts)) await putHomePart(db, key, value, now);
    return true;
  });
}

/** A balance is never replaced by an older one. */
export async function putWallet(db: MemberDb, wallet: Wallet, now: number): Promise<void> {
  const known = (await db.home.get('wallet'))?.value as Wallet | undefined;
  if (known && Date.parse(known.asOf) > Date.parse(wallet.asOf)) return;
  await putHomePart(db, 'wallet', wallet, now);
}

export async function putHomePart(db: MemberDb, key: string, value: unknown, now: number): Promise<void> {
  await db.home.put({ key, value, fetchedAt: now });
}
