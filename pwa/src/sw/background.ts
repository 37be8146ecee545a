/**
 * Sends the outbox without a page. It runs the same drain as pages, under the same lock, with the member's
 * token.
 */
import '@/data/app/registrations';
import { bindSession } from '@/data/api/client';
import { phoneNow } from '@/data/api/clock';
import { onBroadcast, broadcast } from '@/data/device/channel';
import { readGuestFact } from '@/data/storage/device-facts';
import { sha256 } from '@/data/kit/digest';
import type { Caller, Guest, Member } from '@/data/session/member';
import { drainQueue, type DrainResult } from '@/data/engine/outbox/drain';
import { sendItem } from '@/data/app/send-item';
import { makeAllDueNow } from '@/data/engine/outbox/store';
import { deleteSyncedData, waitForDeletions, trackDeletion } from '@/data/session/end-of-session';
import type { SessionRow } from '@/data/storage/db';
import {
  allowMemberDb,
  withDeviceDb,
  withMemberDbAfterSession,
  withMemberDb,
  type WithQueueDb,
} from '@/data/storage/storage';

declare const self: ServiceWorkerGlobalScope;

const PAGE_TIMEOUT_MS = 2_000;

// The service worker cannot access local storage. So it sends pages a message if a token was refused.
bindSession({
  token: () => null,
  expire(token) {
    broadcast({ type: 'refused', token });
    void trackDeletion(endRefused(token));
    return false;
  },
});

/**
 * drainInBackground sends queued items. Rejects while an item remains that can be sent later, so that the
 * browser calls again. If the worker has no stored token and no page provides one, a member's queue waits for
 * a page. A guest's queue needs no token, and is sent while no member is logged in.
 */
export async function drainInBackground(): Promise<void> {
  try {
    await drainCurrentCaller();
  } finally {
    // The browser may end the worker as soon as this promise settles.
    await waitForDeletions();
  }
}

async function drainCurrentCaller(): Promise<void> {
  const member = await backgroundMember();
  const guest = member ? null : await backgroundGuest();
  const result = member
    ? await drainAs(member)
    : guest && (await drainFor(guest, withDeviceDb, withDeviceDb));
  if (result && (!result.ran || result.wakeAt !== undefined))
    throw new Error('something is still to be sent');
}

/**
 * backgroundMember returns the member to act for: the remembered member, or else the member of an open page.
 * Returns null if there is none.
 */
export async function backgroundMember(): Promise<Member | null> {
  return (await rememberedMember()) ?? (await memberOfOpenPage());
}

/** backgroundGuest returns the device's guest if the guest id was used, otherwise null. */
export async function backgroundGuest(): Promise<Guest | null> {
  const fact = await readGuestFact().catch(() => undefined);
  return fact?.used ? { guestId: fact.id } : null;
}

/**
 * Drains the member's queue. A page may end the session meanwhile; later data from the server must then not
 * be stored.
 */
async function drainAs({ memberId, token }: Member): Promise<DrainResult> {
  let isHere = true;
  allowMemberDb(memberId, () => isHere);
  const stopListening = onBroadcast((message) => {
    if ((message.type === 'stripped' || message.type === 'logout') && message.memberId === memberId)
      isHere = false;
  });
  const withDb: WithQueueDb = (work) => withMemberDbAfterSession(memberId, work);
  const synced: WithQueueDb = (work) => withMemberDb(memberId, work);
  return drainFor({ memberId, token }, withDb, synced).finally(stopListening);
}

async function drainFor(caller: Caller, withDb: WithQueueDb, synced: WithQueueDb): Promise<DrainResult> {
  // The browser calls because the network has returned.
  await withDb((db) => makeAllDueNow(db, phoneNow()));
  return drainQueue(caller, {
    withDb,
    synced,
    send: sendItem,
    now: phoneNow,
    random: Math.random,
    locks: self.navigator.locks,
  });
}

export async function rememberedMember(): Promise<Member | null> {
  const isRemembered = ({ token }: SessionRow) => token !== undefined;
  const row = await withDeviceDb((db) => db.sessions.filter(isRemembered).first()).catch(() => null);
  return row?.token ? { memberId: row.memberId, token: row.token } : null;
}

/**
 * Returns the member of an open page. Without remember-me only a page has the token, and provides it for this
 * drain.
 */
async function memberOfOpenPage(): Promise<Member | null> {
  const pages = await self.clients.matchAll({ type: 'window' });
  const responses = pages.map(
    (page) =>
      new Promise<Member>((resolve, reject) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }: MessageEvent<Member | null>) =>
          data ? resolve(data) : reject(new Error('signed out'));
        setTimeout(() => reject(new Error('asleep')), PAGE_TIMEOUT_MS);
        page.postMessage({ type: 'who' }, [port2]);
      }),
  );
  return Promise.any(responses).catch(() => null);
}

/**
 * Ends the session of a refused token. The copy of the token is deleted last: if the worker is killed before,
 * the token is refused again and this function runs again.
 */
async function endRefused(token: string): Promise<void> {
  const tokenHash = await sha256(token);
  const isRefused = (row: SessionRow) => row.token === token || row.tokenHash === tokenHash;
  const row = await withDeviceDb((db) => db.sessions.filter(isRefused).first());
  if (row) await deleteSyncedData(row.memberId);
  await withDeviceDb((db) => db.sessions.filter(isRefused).delete());
}
