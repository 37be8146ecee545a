/** One pass over a member's queue. The page and the service worker run this same code. */
import { ApiError, isApiError, NETWORK, PICTURE_DAMAGED } from '../api/errors';
import type { Slip } from '../api/types';
import type { BlobRow, MemberDb } from '../db';
import { newId, sha256 } from '../digest';
import type { Member } from '../member';
import type { QueuedItem } from './machine';
import { UPLOAD_LEASE_MS, type Failure } from './policy';
import type { SendOptions } from './sendSlip';
import { acknowledge, lanesOf, pictureOf, release, settle, takeNext } from './store';

export interface DrainTools {
  /** Runs work on the member's database. */
  store: <T>(work: (db: MemberDb) => Promise<T>) => Promise<T>;
  send: (item: QueuedItem, picture: BlobRow, options: SendOptions) => Promise<Slip>;
  now: () => number;
  random: () => number;
  /** Missing in old browsers: leases alone then keep contexts apart. */
  locks?: Pick<LockManager, 'request'>;
  signal?: AbortSignal;
  onProgress?: (id: string, share: number) => void;
}

export interface DrainResult {
  /** False where another context is at it. */
  ran: boolean;
  /** How many items the server took. */
  sent: number;
  /** When something is due next, as far as time decides it. */
  wakeAt?: number;
}

/** Sends what can be sent now for this member, with this member's token and no other's. */
export async function drainMember(member: Member, tools: DrainTools): Promise<DrainResult> {
  if (!tools.locks) return pass(member, tools, false);
  const name = `outbox:${member.memberId}`;
  return tools.locks.request(name, { ifAvailable: true }, (lock) =>
    lock ? pass(member, tools, true) : { ran: false, sent: 0 },
  ) as Promise<DrainResult>;
}

async function pass(member: Member, tools: DrainTools, alone: boolean): Promise<DrainResult> {
  const tokenHash = await sha256(member.token);
  const lanes = await tools.store(lanesOf);
  const context = { member, tools, alone, tokenHash, owner: newId(), sent: 0 };
  const wakes = await Promise.all(lanes.map((lane) => drainLane(lane, context)));
  const due = wakes.filter((wake) => wake !== undefined);
  const wakeAt = due.length > 0 ? Math.min(...due) : undefined;
  return { ran: true, sent: context.sent, wakeAt };
}

interface Pass {
  member: Member;
  tools: DrainTools;
  alone: boolean;
  tokenHash: string;
  owner: string;
  sent: number;
}

async function drainLane(lane: string, pass: Pass): Promise<number | undefined> {
  const { tools, tokenHash, alone, owner } = pass;
  for (;;) {
    if (tools.signal?.aborted) return undefined;
    const now = tools.now();
    const lease = { owner, from: now, until: now + UPLOAD_LEASE_MS };
    const turn = { now, tokenHash, alone, lease };
    const { claimed, wakeAt } = await tools.store((db) => takeNext(db, lane, turn));
    if (!claimed) return wakeAt;
    await attempt(claimed, pass);
  }
}

async function attempt(item: QueuedItem, pass: Pass): Promise<void> {
  const { member, tools, tokenHash } = pass;
  const picture = await tools.store((db) => pictureOf(db, item.id));
  let slip: Slip;
  try {
    slip = await tools.send(item, await intact(item, picture), {
      token: member.token,
      signal: tools.signal,
      onProgress: (share) => tools.onProgress?.(item.id, share),
    });
  } catch (error) {
    if (tools.signal?.aborted) return tools.store((db) => release(db, item));
    const outcome = { kind: 'failed' as const, ...failureOf(error) };
    const attempt = { now: tools.now(), random: tools.random, tokenHash };
    return tools.store((db) => settle(db, item, outcome, attempt));
  }
  await tools.store((db) => acknowledge(db, slip, item.id));
  pass.sent++;
}

/** What the disk gave back is sent only if it is what was put in. */
async function intact(item: QueuedItem, picture: BlobRow | undefined): Promise<BlobRow> {
  const same = picture && (!item.sha256 || (await sha256(picture.bytes)) === item.sha256);
  if (!same) throw new ApiError(PICTURE_DAMAGED);
  return picture;
}

/** An attempt that broke by our own mistake counts as well, so that it ends in asking. */
function failureOf(error: unknown): Failure {
  if (!isApiError(error)) return { code: NETWORK, status: 0 };
  return { code: error.code, status: error.status, retryAfter: error.retryAfter };
}
