/** A guest id that is no longer good: a new one, and what was unsent goes on under it. */
import type { Guest } from '../../session/member';
import { queueLock } from '../../engine/outbox/drain';
import { inDevice } from '../../storage/storage';
import { ensureGuest, replaceGuest } from '../../session/guest';
import { changeGuest } from './room';

/** The caller to go on as. To be called by whoever holds the guest queue's lock. */
export async function renewGuest(old: string): Promise<Guest> {
  await forgetGuest(old);
  return { guestId: await ensureGuest() };
}

/** The same, learnt where nothing is being sent. */
export async function retireGuest(old: string): Promise<void> {
  await aloneWithGuest(() => forgetGuest(old));
}

/** Keeps everybody on this device from sending as the guest meanwhile. */
export async function aloneWithGuest<T>(work: () => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return work();
  return (await locks.request(queueLock({ guestId: '' }), work)) as T;
}

async function forgetGuest(old: string): Promise<void> {
  const id = await replaceGuest(old);
  if (id !== old) await inDevice((db) => changeGuest(db, old));
}
