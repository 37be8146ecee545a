/**
 * Leaving the device. No page but the log-out's own loads this. The order lets a crash at any step leave either a signed-in member or
 * nothing: what needs the token goes first, the member's data before the token.
 */
import { call } from '../api/client';
import { activeRegistration, closeNotifications, showBadge } from '../device/notifications';
import { dropSharedGift } from '../domains/cash/shared-gift';
import { tell } from '../device/channel';
import { forgetSpareKeys } from '../engine/commands/spare';
import { deleteMediaCache } from '../device/media-cache';
import { dropPutAside } from '../domains/chat/aside';
import { drain } from '../engine/outbox';
import { forgetAllPromises } from '../engine/outbox/recovery';
import { abandonDrain } from '../engine/outbox/run';
import { forgetSubscription } from '../domains/push/binding';
import { dropSharedOf } from '../domains/slip/shared';
import { deleteMember, inDevice, inMember } from '../storage/storage';
import { stripped } from '../session/ended';
import { forgetSession, getSession, knowMember, LEAVING, whileLoggingOut } from '../session/token';
import { lasting } from '../kit/web-storage';

export interface LogoutResult {
  /** False where items were to be sent first and could not: the member is still signed in. */
  done: boolean;
  unsent: number;
}

const REVOKE_TIMEOUT_MS = 5_000;

/**
 * How many items of this member still wait to be sent. Throws where the device cannot tell: a
 * caller about to delete must not take that for none.
 */
export async function unsentCount(): Promise<number> {
  const member = await knowMember();
  return member ? inMember(member.memberId, (db) => db.outbox.count()) : 0;
}

/**
 * Leaves the device. With 'send' the queue is sent first, and the member stays signed in if
 * anything is left of it; with 'discard' it is deleted unsent.
 */
export async function logout(how: 'send' | 'discard'): Promise<LogoutResult> {
  if (how === 'send') {
    await drain();
    const unsent = await unsentCount();
    if (unsent > 0) return { done: false, unsent };
  }
  const session = getSession();
  if (session) {
    const member = await knowMember().catch(() => null);
    await whileLoggingOut(session.token, () => leaveDevice(session.token, member?.memberId ?? null));
  }
  return { done: true, unsent: 0 };
}

/**
 * Deletes everything of the member here, and revokes the token if the network allows. A member
 * who is not known by now never had a database on this device.
 */
async function leaveDevice(token: string, memberId: string | null): Promise<void> {
  await abandonDrain();
  await unsubscribePush(token);
  await closeNotifications();
  await showBadge(0);
  await deleteMediaCache();
  await revoke(token);
  if (memberId) {
    // Before deleting: a tab that still holds the database would keep it from going.
    tell({ type: 'logout', memberId });
    await inDevice((db) => dropPutAside(db, memberId)).catch(() => {});
    forgetAllPromises(memberId);
    forgetSpareKeys(memberId);
    await dropSharedOf(memberId).catch(() => {});
    await dropSharedGift().catch(() => {});
    await deleteNowOrLater(memberId);
  }
  lasting.remove('remember-agreement');
  forgetSession(token);
  await stripped();
}

/** A store that has died keeps what it has: the next start, or the member's next login, deletes it (`finishLeaving`). */
async function deleteNowOrLater(memberId: string): Promise<void> {
  lasting.set(LEAVING, memberId);
  const isGone = await deleteMember(memberId).then(
    () => true,
    () => false,
  );
  if (isGone) lasting.remove(LEAVING);
}

async function revoke(token: string): Promise<void> {
  const options = { auth: token, timeoutMs: REVOKE_TIMEOUT_MS };
  await call('POST', '/api/logout', options).catch(() => {});
}

/** A phone handed on must not show the former member's news. */
async function unsubscribePush(token: string): Promise<void> {
  const registration = await activeRegistration();
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null);
  if (!subscription) return;
  const body = { endpoint: subscription.endpoint };
  const options = { auth: token, body, timeoutMs: REVOKE_TIMEOUT_MS };
  await call('DELETE', '/api/push/subscribe', options).catch(() => {});
  await subscription.unsubscribe().catch(() => false);
  await forgetSubscription().catch(() => {});
}
