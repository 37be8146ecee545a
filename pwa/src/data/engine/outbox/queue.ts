/** The queue that this page sends: the logged-in member's, or else the queue of the device's guest. */
import { ensureGuest } from '../../session/guest';
import { GUEST, type Caller, type Member } from '../../session/member';
import { getSession, resolveMember } from '../../session/token';
import {
  withDeviceDb,
  withMemberDbAfterSession,
  withMemberDb,
  isInMemory,
  type WithQueueDb,
} from '../../storage/storage';
import { lanes } from './kinds';

/** A queue on the device: its owner and its store. */
export interface StoredQueue {
  owner: string;
  /** The store of the queue, which outlives the session. */
  withDb: WithQueueDb;
}

export interface Queue extends StoredQueue {
  caller: Caller;
  /** The store of data from the server, which ends with the session. */
  synced: WithQueueDb;
}

/** currentQueue returns the queue to send and its caller. Returns null if a guest has nothing to send. */
export async function currentQueue(): Promise<Queue | null> {
  const member = await resolveMember();
  return member ? queueOf(member) : guestQueue();
}

/** currentStoredQueue returns the current queue without its caller, so it creates no guest id. */
export async function currentStoredQueue(): Promise<StoredQueue> {
  const member = await resolveMember();
  return member ? queueOf(member) : { owner: GUEST, withDb: withDeviceDb };
}

function queueOf(member: Member): Queue {
  return {
    caller: member,
    owner: member.memberId,
    withDb: (work) => withMemberDbAfterSession(member.memberId, work),
    synced: (work) => withMemberDb(member.memberId, work),
  };
}

async function guestQueue(): Promise<Queue | null> {
  const waiting = await withDeviceDb((db) => db.outbox.where('lane').anyOf(lanes()).count());
  if (waiting === 0) return null;
  return {
    caller: { guestId: await ensureGuest() },
    owner: GUEST,
    withDb: withDeviceDb,
    synced: withDeviceDb,
  };
}

/**
 * canSendWhileClosed returns whether the outbox is sent while the app is closed. It returns false on iOS,
 * which has no background sync, and if the member chose not to be remembered: the service worker then has no
 * token. It also returns false if the queue is in memory, which is lost with the page.
 */
export function canSendWhileClosed(): boolean {
  return 'SyncManager' in globalThis && getSession()?.remember !== false && !isInMemory();
}
