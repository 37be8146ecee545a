/** The parts of the home table that a sync tells besides rows and money. The domain of each registers it. */
import type { SyncAnswer } from '../../api/types';
import { Registry } from '../../kit/registry';
import { HOME_PARTS, type HomePart, type MemberDb } from '../../storage/db';

/** Returns the part as a sync has it; undefined where the sync does not tell of it. */
type ToldPart = (answer: SyncAnswer) => unknown;

const parts = new Registry<HomePart, ToldPart>('part of home');

export function registerPart(name: HomePart, told: ToldPart): void {
  parts.register(name, told);
}

/** Throws if a part is not registered: a sync would leave it out. */
export function assertParts(): void {
  for (const name of HOME_PARTS) parts.get(name);
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
