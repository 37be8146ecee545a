/** Replaces a guest id that is no longer valid. Unsent messages continue under the new id. */
import type { Guest } from '../../session/member';
import { queueLock } from '../../engine/outbox/drain';
import { withDeviceDb } from '../../storage/storage';
import { ensureGuest, replaceGuest } from '../../session/guest';
import { resetGuestConversation } from './room';

/**
 * renewGuest replaces the guest id and returns the new guest, as whom sending continues. The caller must hold
 * the guest queue's lock.
 */
export async function renewGuest(oldId: string): Promise<Guest> {
  await forgetGuest(oldId);
  return { guestId: await ensureGuest() };
}

/** retireGuest replaces the guest id too. Use it when the caller does not hold the queue's lock. */
export async function retireGuest(oldId: string): Promise<void> {
  await withGuestLock(() => forgetGuest(oldId));
}

/** withGuestLock runs `work` while no tab and no worker of this device sends as the guest. */
export async function withGuestLock<T>(work: () => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return work();
  return (await locks.request(queueLock({ guestId: '' }), work)) as T;
}

async function forgetGuest(oldId: string): Promise<void> {
  const id = await replaceGuest(oldId);
  if (id !== oldId) await withDeviceDb((db) => resetGuestConversation(db, oldId));
}
