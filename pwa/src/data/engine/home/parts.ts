/**
 * The home table: the member's money, and one row for each home part, such as the profile. A domain registers
 * its part with the function that reads the part from a sync response.
 */
import type { Slot, SyncResponse, Wallet } from '../../api/types';
import { Registry } from '../../kit/registry';
import { HOME_PARTS, type HomePart, type MemberDb } from '../../storage/db';

/** Returns the part's value in a sync; undefined if the sync does not have it. */
type ReadPart = (response: SyncResponse) => unknown;

const parts = new Registry<HomePart, ReadPart>('home part', HOME_PARTS);

export const registerHomePart = parts.register;

/** assertParts throws if a part is not registered: a sync would skip it. */
export const assertParts = parts.assertComplete;

/**
 * putMoney stores the wallet, pending amounts and games of one response together, because their sum is the
 * member's total. An older response replaces nothing. `slots` is undefined if no game has changed.
 */
export async function putMoney(
  db: MemberDb,
  { wallet, slots }: { wallet: Wallet; slots?: Slot[] },
  now: number,
): Promise<void> {
  const known = (await db.home.get('wallet'))?.value as Wallet | undefined;
  if (known && Date.parse(known.asOf) > Date.parse(wallet.asOf)) return;
  await putHomeRow(db, 'wallet', wallet, now);
  if (slots) await putHomeRow(db, 'slots', slots, now);
}

/** putParts stores the parts that a sync contains, in the caller's transaction. */
export async function putParts(db: MemberDb, response: SyncResponse, now: number): Promise<void> {
  for (const name of HOME_PARTS) {
    const value = parts.get(name)(response);
    if (value !== undefined) await putHomeRow(db, name, value, now);
  }
}

export async function putHomeRow(db: MemberDb, key: string, value: unknown, now: number): Promise<void> {
  await db.home.put({ key, value, fetchedAt: now });
}
