/** One pass over a caller's queue. The page and the service worker run this same code. */
import { ApiError, isApiError, isGuestRetired, NETWORK, PICTURE_DAMAGED } from '../../api/errors';
import { newId, sha256 } from '../../kit/digest';
import { isGuest, ownerOf, type Caller } from '../../session/member';
import type { BlobRow } from '../../storage/db';
import type { QueueStore } from '../../storage/storage';
import type { Kind, QueuedItem } from '../../storage/queued-item';
import { rulesOf, type Acknowledge, type Send } from './kinds';
import { UPLOAD_LEASE_MS, type Failure } from './machine';
import { keepFacts, lanesOf, pictureOf, release, restorePicture, settle, takeNext } from './store';

export interface DrainTools {
  store: QueueStore;
  /** Takes acknowledgements, as long as the session lasts; `store` by default. */
  synced?: QueueStore;
  send: Send;
  now: () => number;
  random: () => number;
  /** Missing in old browsers: leases alone then keep contexts apart. */
  locks?: Pick<LockManager, 'request'>;
  signal?: AbortSignal;
  onProgress?: (id: string, share: number) => void;
  /** A file's bytes, a second time: the disk may have lost them. */
  spareBytes?: (id: string) => Promise<ArrayBuffer | undefined>;
  /** The guest's id is no longer good: in whose name to go on. Null, or without it: not now. */
  onRetired?: (guestId: string, kind: Kind) => Promise<Caller | null>;
}

export interface DrainResult {
  /** False where another context is at it. */
  ran: boolean;
  /** How many items the server took. */
  sent: number;
  /** When something is due next, as far as time decides it. */
  wakeAt?: number;
}

/** The tag under which the browser calls the service worker once there is a network. */
export const OUTBOX_TAG = 'outbox';

/** Held while a queue is sent, and while it moves. */
export function queueLock(caller: Caller): string {
  return `outbox:${ownerOf(caller)}`;
}

/** Sends what can be sent now in this caller's name, and in no other's. */
export async function drainQueue(caller: Caller, tools: DrainTools): Promise<DrainResult> {
  if (!tools.locks) return pass(caller, tools, false);
  return tools.locks.request(queueLock(caller), { ifAvailable: true }, (lock) =>
    lock ? pass(caller, tools, true) : { ran: false, sent: 0 },
  ) as Promise<DrainResult>;
}

async function pass(caller: Caller, tools: DrainTools, alone: boolean): Promise<DrainResult> {
  const tokenHash = await sha256(isGuest(caller) ? caller.guestId : caller.token);
  const lanes = await tools.store(lanesOf);
  const context = { caller, tools, alone, tokenHash, owner: newId(), sent: 0, over: false, renewed: false };
  const wakes = await Promise.all(lanes.map((lane) => drainLane(lane, context)));
  const due = wakes.filter((wake) => wake !== undefined);
  const wakeAt = due.length > 0 ? Math.min(...due) : undefined;
  return { ran: true, sent: context.sent, wakeAt };
}

const DAMAGED = 'damaged';

interface Pass {
  caller: Caller;
  tools: DrainTools;
  alone: boolean;
  tokenHash: string;
  owner: string;
  sent: number;
  /** Nobody to send as any more. */
  over: boolean;
  renewed: boolean;
}

async function drainLane(lane: string, pass: Pass): Promise<number | undefined> {
  const { tools, tokenHash, alone, owner } = pass;
  for (;;) {
    if (tools.signal?.aborted || pass.over) return undefined;
    const now = tools.now();
    const lease = { owner, from: now, until: now + UPLOAD_LEASE_MS };
    const turn = { now, tokenHash, alone, lease };
    const { claimed, wakeAt } = await tools.store((db) => takeNext(db, lane, turn));
    if (!claimed) return wakeAt;
    await attempt(claimed, pass);
  }
}

async function attempt(item: QueuedItem, pass: Pass): Promise<void> {
  const { caller, tools, tokenHash } = pass;
  const file = rulesOf(item).hasFile(item) ? await fileOf(item, tools) : undefined;
  let acknowledge: Acknowledge;
  try {
    if (file === DAMAGED) throw new ApiError(PICTURE_DAMAGED);
    acknowledge = await tools.send(item, file, {
      caller,
      signal: tools.signal,
      onProgress: (share) => tools.onProgress?.(item.id, share),
      keepFacts: (facts) => tools.store((db) => keepFacts(db, item, facts)),
    });
  } catch (error) {
    if (tools.signal?.aborted) return tools.store((db) => release(db, item));
    if (isGuest(caller) && isGuestRetired(error)) return goOnAsAnother(item, caller.guestId, pass);
    const outcome = { kind: 'failed' as const, ...failureOf(error) };
    const attempt = { now: tools.now(), random: tools.random, tokenHash };
    return tools.store((db) => settle(db, item, outcome, attempt));
  }
  // Where the session has ended meanwhile the item goes out once more, under its key, after the next login.
  await (tools.synced ?? tools.store)(acknowledge);
  pass.sent++;
}

/** The guest's conversation went to a member: what is unsent goes on under a new id. */
async function goOnAsAnother(item: QueuedItem, guestId: string, pass: Pass): Promise<void> {
  await pass.tools.store((db) => release(db, item));
  // A second refusal in one pass is no news about the id.
  const next = pass.renewed ? null : await pass.tools.onRetired?.(guestId, item.kind);
  if (next) pass.caller = next;
  pass.renewed = true;
  pass.over = !next;
}

/** What the disk gives back is sent only if it is what was put in. Else the page's copy takes its place. */
async function fileOf(
  item: QueuedItem,
  { store, spareBytes }: DrainTools,
): Promise<BlobRow | typeof DAMAGED> {
  const { id, mime, sha256: wanted } = item;
  const file = await store((db) => pictureOf(db, id));
  if (file && (!wanted || (await sha256(file.bytes)) === wanted)) return file;
  const bytes = await spareBytes?.(id);
  if (!bytes) return DAMAGED;
  const spare = { id, bytes, mime, sha256: wanted };
  // Without room for it the next attempt has it from the page as well.
  await store((db) => restorePicture(db, spare)).catch(() => {});
  return spare;
}

/** An attempt that broke by our own mistake counts as well, so that it ends in asking. */
function failureOf(error: unknown): Failure {
  if (!isApiError(error)) return { code: NETWORK, status: 0 };
  return { code: error.code, status: error.status, retryAfter: error.retryAfter };
}
