/** The home table: the member's money, and the parts that domains register with what a sync tells of them. */
import type { Slot, SyncAnswer, Wallet } from '../../api/types';
import { Registry } from '../../kit/registry';
import { HOME_PARTS, type HomePart, type MemberDb } from '../../storage/db';

/** Returns the part as a sync has it; undefined where the sync does not tell of it. */
type ToldPart = (answer: SyncAnswer) => unknown;

const parts = new Registry<HomePart, ToldPart>('home part', HOME_PARTS);

export const registerPart = parts.register;

/** Throws if a part is not registered: a sync would leave it out. */
export const assertParts = parts.assertWhole;

/**
 * Writes wallet, what is on its way and games of one answer together: their sum is all of the member's money. An older
 * answer replaces nothing. `slots` is absent if no game has changed.
 */
export async function putMoney(
  db: MemberDb,
  { wallet, slots }: { wallet: Wallet; slots?: Slot[] },
  now: number,
): Promise<void> {
  const known = (await db.home.get('wallet'))?.value as Wallet | undefined;
  if (known && Date.parse(known.asOf) > Date.parse(wallet.asOf)) return;
  await putHomePart(db, 'wallet', wallet, now);
  if (slots) await putHomePart(db, 'slots', slots, now);
}

/** Writes the parts that a sync tells, in the caller's transaction. */
export async function putParts(db: MemberDb, answer: SyncAnswer, now: number): Promise<void> {
  for (const name of HOME_PARTS) {
    const value = parts.get(name)(answer);
    if (value !== undefined) await putHomePart(db, name, value, now);
  }
}

export async function putHomePart(db: MemberDb, key: string, value: unknown, now: number): Promise<void> {
  await db.home.put({ key, value, fetchedAt: now });
}
