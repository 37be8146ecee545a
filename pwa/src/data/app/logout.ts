/**
 * Logout. Only the logout page loads this file. The order of its steps ensures that a crash leaves either a
 * logged-in member or no data. Calls that need the token come first. The member's data is deleted before the
 * token.
 */
import { call } from '../api/client';
import { activeRegistration, closeNotifications, showBadge } from '../device/notifications';
import { dropSharedGift } from '../domains/cash/shared-gift';
import { broadcast } from '../device/channel';
import { forgetSpareKeys } from '../engine/commands/spare';
import { deleteMediaCache } from '../device/media-cache';
import { deleteMovingItems } from '../domains/chat/moving-items';
import { drain } from '../engine/outbox';
import { forgetAllPromises } from '../engine/outbox/recovery';
import { abandonDrain } from '../engine/outbox/run';
import { deleteBinding } from '../domains/push/binding';
import { dropSharedPicturesOf } from '../domains/slip/shared';
import { deleteMember, withDeviceDb, withMemberDb } from '../storage/storage';
import { waitForDeletions } from '../session/end-of-session';
import { forgetSession, getSession, resolveMember, LEAVING, whileLoggingOut } from '../session/token';
import { deviceStorage } from '../kit/web-storage';

/** Whether a logout first sends the queue, or discards it. */
export type LogoutMode = 'send' | 'discard';

export interface LogoutResult {
  /** False if some items could not be sent first. The member is then still logged in. */
  done: boolean;
  unsent: number;
}

const REVOKE_TIMEOUT_MS = 5_000;

/**
 * unsentCount returns how many items of this member are unsent. Throws if the device cannot read them: a
 * caller that is about to delete them must not read that as 0.
 */
export async function unsentCount(): Promise<number> {
  const member = await resolveMember();
  return member ? withMemberDb(member.memberId, (db) => db.outbox.count()) : 0;
}

/**
 * logout deletes all data of the member. With 'send' the queue is sent first, and the member stays logged
 * in if anything is left. With 'discard' the queue is deleted unsent.
 */
export async function logout(mode: LogoutMode): Promise<LogoutResult> {
  if (mode === 'send') {
    await drain();
    const unsent = await unsentCount();
    if (unsent > 0) return { done: false, unsent };
  }
  const session = getSession();
  if (session) {
    const member = await resolveMember().catch(() => null);
    await whileLoggingOut(session.token, () => deleteFromDevice(session.token, member?.memberId ?? null));
  }
  return { done: true, unsent: 0 };
}

/**
 * Deletes all data of the member on this device, and revokes the token if the network allows. If the member's
 * id is still unknown, this device never had a database for them.
 */
async function deleteFromDevice(token: string, memberId: string | null): Promise<void> {
  await abandonDrain();
  await unsubscribePush(token);
  await closeNotifications();
  await showBadge(0);
  await deleteMediaCache();
  await revoke(token);
  if (memberId) {
    // Before deleting: a tab with the database open would block it.
    broadcast({ type: 'logout', memberId });
    await withDeviceDb((db) => deleteMovingItems(db, memberId)).catch(() => {});
    forgetAllPromises(memberId);
    forgetSpareKeys(memberId);
    await dropSharedPicturesOf(memberId).catch(() => {});
    await dropSharedGift().catch(() => {});
    await deleteNowOrLater(memberId);
  }
  deviceStorage.remove('remember-agreement');
  forgetSession(token);
  await waitForDeletions();
}

/**
 * Deletes the member's data. If the storage has failed, the next start or the member's next login deletes it
 * (`finishLeaving`).
 */
async function deleteNowOrLater(memberId: string): Promise<void> {
  deviceStorage.set(LEAVING, memberId);
  const isDeleted = await deleteMember(memberId).then(
    () => true,
    () => false,
  );
  if (isDeleted) deviceStorage.remove(LEAVING);
}

async function revoke(token: string): Promise<void> {
  const options = { auth: token, timeoutMs: REVOKE_TIMEOUT_MS };
  await call('POST', '/api/logout', options).catch(() => {});
}

/**
 * Ends the push subscription, because the next user of the device must not see the former member's
 * notifications.
 */
async function unsubscribePush(token: string): Promise<void> {
  const registration = await activeRegistration();
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null);
  if (!subscription) return;
  const body = { endpoint: subscription.endpoint };
  const options = { auth: token, body, timeoutMs: REVOKE_TIMEOUT_MS };
  await call('DELETE', '/api/push/subscribe', options).catch(() => {});
  await subscription.unsubscribe().catch(() => false);
  await deleteBinding().catch(() => {});
}
