/** One drain of a caller's queue. The page and the service worker run this same code. */
import { ApiError, isApiError, isGuestRetired, NETWORK, PICTURE_DAMAGED } from '../../api/errors';
import { newId, sha256 } from '../../kit/digest';
import { isGuest, ownerOf, type Caller } from '../../session/member';
import type { BlobRow } from '../../storage/db';
import type { WithQueueDb } from '../../storage/storage';
import type { Kind, QueuedItem } from '../../storage/queued-item';
import { rulesOf, type Acknowledge, type Send } from './kinds';
import { UPLOAD_LEASE_MS, type Failure } from './machine';
import {
  storeFacts,
  lanesOf,
  pictureOf,
  releaseItem,
  restorePicture,
  storeOutcome,
  leaseNext,
} from './store';

export interface DrainTools {
  withDb: WithQueueDb;
  /** The store for acknowledgements, usable as long as the session lasts; `withDb` by default. */
  synced?: WithQueueDb;
  send: Send;
  now: () => number;
  random: () => number;
  /** Missing in old browsers: then only leases separate the contexts. */
  locks?: Pick<LockManager, 'request'>;
  signal?: AbortSignal;
  onProgress?: (id: string, share: number) => void;
  /** Returns a second copy of a file's bytes, in case the disk has lost them. */
  spareBytes?: (id: string) => Promise<ArrayBuffer | undefined>;
  /**
   * Called if the guest id is no longer valid. Returns the caller to continue as. If it returns null or is
   * absent, the drain stops.
   */
  onRetired?: (guestId: string, kind: Kind) => Promise<Caller | null>;
}

export interface DrainResult {
  /** False if another context is draining. */
  ran: boolean;
  /** How many items the server accepted. */
  sent: number;
  /** When the next item is due, if only time determines it. */
  wakeAt?: number;
}

/** The tag with which the browser calls the service worker once there is a network. */
export const OUTBOX_SYNC_TAG = 'outbox';

/** queueLock returns the name of the lock that is held while a queue is sent or moved. */
export function queueLock(caller: Caller): string {
  return `outbox:${ownerOf(caller)}`;
}

/** drainQueue sends what can be sent now for this caller only. */
export async function drainQueue(caller: Caller, tools: DrainTools): Promise<DrainResult> {
  if (!tools.locks) return drainOnce(caller, tools, false);
  return tools.locks.request(queueLock(caller), { ifAvailable: true }, (lock) =>
    lock ? drainOnce(caller, tools, true) : { ran: false, sent: 0 },
  ) as Promise<DrainResult>;
}

async function drainOnce(caller: Caller, tools: DrainTools, holdsLock: boolean): Promise<DrainResult> {
  const tokenHash = await sha256(isGuest(caller) ? caller.guestId : caller.token);
  const lanes = await tools.withDb(lanesOf);
  const context = {
    caller,
    tools,
    holdsLock,
    tokenHash,
    owner: newId(),
    sent: 0,
    over: false,
    renewed: false,
  };
  const wakes = await Promise.all(lanes.map((lane) => drainLane(lane, context)));
  const due = wakes.filter((wake) => wake !== undefined);
  const wakeAt = due.length > 0 ? Math.min(...due) : undefined;
  return { ran: true, sent: context.sent, wakeAt };
}

const DAMAGED = 'damaged';

interface DrainState {
  caller: Caller;
  tools: DrainTools;
  holdsLock: boolean;
  tokenHash: string;
  owner: string;
  sent: number;
  /** True if there is no caller any more to send for. */
  over: boolean;
  renewed: boolean;
}

async function drainLane(lane: string, state: DrainState): Promise<number | undefined> {
  const { tools, tokenHash, holdsLock, owner } = state;
  for (;;) {
    if (tools.signal?.aborted || state.over) return undefined;
    const now = tools.now();
    const lease = { owner, from: now, until: now + UPLOAD_LEASE_MS };
    const leaseContext = { now, tokenHash, holdsLock, lease };
    const { leased, wakeAt } = await tools.withDb((db) => leaseNext(db, lane, leaseContext));
    if (!leased) return wakeAt;
    await attemptItem(leased, state);
  }
}

async function attemptItem(item: QueuedItem, state: DrainState): Promise<void> {
  const { caller, tools, tokenHash } = state;
  const file = rulesOf(item).hasFile(item) ? await fileOf(item, tools) : undefined;
  let acknowledge: Acknowledge;
  try {
    if (file === DAMAGED) throw new ApiError(PICTURE_DAMAGED);
    acknowledge = await tools.send(item, file, {
      caller,
      signal: tools.signal,
      onProgress: (share) => tools.onProgress?.(item.id, share),
      storeFacts: (facts) => tools.withDb((db) => storeFacts(db, item, facts)),
    });
  } catch (error) {
    if (tools.signal?.aborted) return tools.withDb((db) => releaseItem(db, item));
    if (isGuest(caller) && isGuestRetired(error)) return continueAsNewGuest(item, caller.guestId, state);
    const outcome = { kind: 'failed' as const, ...failureOf(error) };
    const attempt = { now: tools.now(), random: tools.random, tokenHash };
    return tools.withDb((db) => storeOutcome(db, item, outcome, attempt));
  }
  // If the session has ended in the meantime, the item is sent again with the same key after the next login.
  await (tools.synced ?? tools.withDb)(acknowledge);
  state.sent++;
}

/** Continues the guest's unsent items under a new id, because the conversation was moved to a member. */
async function continueAsNewGuest(item: QueuedItem, guestId: string, state: DrainState): Promise<void> {
  await state.tools.withDb((db) => releaseItem(db, item));
  // A second refusal in one drain is not caused by the id.
  const next = state.renewed ? null : await state.tools.onRetired?.(guestId, item.kind);
  if (next) state.caller = next;
  state.renewed = true;
  state.over = !next;
}

/** Returns the file if its bytes are the original ones. Otherwise the page's copy replaces it. */
async function fileOf(
  item: QueuedItem,
  { withDb, spareBytes }: DrainTools,
): Promise<BlobRow | typeof DAMAGED> {
  const { id, mime, sha256: expectedHash } = item;
  const file = await withDb((db) => pictureOf(db, id));
  if (file && (!expectedHash || (await sha256(file.bytes)) === expectedHash)) return file;
  const bytes = await spareBytes?.(id);
  if (!bytes) return DAMAGED;
  const spare = { id, bytes, mime, sha256: expectedHash };
  // If the disk has no space for it, the next attempt uses the page's copy again.
  await withDb((db) => restorePicture(db, spare)).catch(() => {});
  return spare;
}

/**
 * Returns the failure of an attempt. A failure by a bug of ours counts too, so that the member is asked in
 * the end.
 */
function failureOf(error: unknown): Failure {
  if (!isApiError(error)) return { code: NETWORK, status: 0 };
  return { code: error.code, status: error.status, retryAfter: error.retryAfter };
}
