/**
 * Leaving the device. The order lets a crash at any step leave either a signed-in member or
 * nothing: what needs the token goes first, the member's data before the token.
 */
import { call } from '../api/client';
import { showBadge } from '../badgeCount';
import { dropSharedGift } from '../cash/sharedGift';
import { tell } from '../channel';
import { MEDIA_CACHE } from '../mediaCache';
import { activeRegistration, closeNotifications } from '../notifications';
import { dropPutAside } from '../outbox/kinds/chat/aside';
import { abandonDrain } from '../outbox/run';
import { forgetSubscription } from '../push/binding';
import { dropSharedOf } from '../slip/shared';
import { deleteMember, inDevice } from '../storage/storage';
import { stripped } from './ended';
import { forgetSession } from './token';
import { lasting } from '../kit/web-storage';

const REVOKE_TIMEOUT_MS = 5_000;

/**
 * Deletes everything of the member here, and revokes the token if the network allows. A member
 * who is not known by now never had a database on this device.
 */
export async function leaveDevice(token: string, memberId: string | null): Promise<void> {
  await abandonDrain();
  await unsubscribePush(token);
  await closeNotifications();
  await showBadge(0);
  await dropMedia();
  await revoke(token);
  if (memberId) {
    // Before deleting: a tab that still holds the database would keep it from going.
    tell({ type: 'logout', memberId });
    await inDevice((db) => dropPutAside(db, memberId)).catch(() => {});
    await dropSharedOf(memberId).catch(() => {});
    await dropSharedGift().catch(() => {});
    await deleteMember(memberId);
  }
  lasting.remove('remember-agreement');
  forgetSession(token);
  await stripped();
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
  await forgetSubscription();
}

/** The pictures of the conversation. */
async function dropMedia(): Promise<void> {
  if (typeof caches === 'object') await caches.delete(MEDIA_CACHE).catch(() => false);
}
