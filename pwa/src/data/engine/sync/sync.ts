/** Fetches the changes: one request instead of twelve, repeated while the server has more. */
import { call } from '../../api/client';
import { instantNow, elapsedSince, serverNow, type Instant } from '../../api/clock';
import { ApiError, isApiError, NETWORK } from '../../api/errors';
import type { SyncResponse } from '../../api/types';
import { dropSynced } from '../../storage/disposable';
import { pause } from '../../kit/retry';
import { Signal } from '../../kit/store';
import type { Member } from '../../session/member';
import { fetchStaleLookups } from '../resources/refresh';
import { isOwnKey } from '../resources/resources';
import { resolveMember } from '../../session/token';
import type { MemberDb } from '../../storage/db';
import { withMemberDb } from '../../storage/storage';
import { applySync, readSyncQuery, type SyncQuery } from './apply-sync';
import { cursorOf } from '../lists/lists';
import { deviceStorage } from '../../kit/web-storage';

/** A request that is older than this many ms is aborted when the network returns. */
const HANGING_MS = 5_000;

/** Events of one return to the page occur within this many ms. One response serves them all. */
const EVENT_GROUP_MS = 1_000;

/** The maximum time in ms that an animation on the screen may delay a sync. */
const MAX_DELAY_MS = 6_000;

let delayedUntil = 0;
let running: Promise<boolean> | null = null;
/**
 * True once the running sync has sent its request. A later call of `syncNow` then needs another request; an
 * earlier call shares it.
 */
let hasSentRequest = false;
let mustRepeat = false;
/**
 * True if a network event occurred after the request was sent. If that request fails, another one follows at
 * once.
 */
let mustRepeatIfFailed = false;
let openRequest: { since: Instant; abortController: AbortController } | null = null;
/** When the last sync sent the request that got a response; null until a sync has one. */
let respondedRequestAt: Instant | null = null;
const synced = new Signal();
const failed = new Signal();

/**
 * watchSync calls the listener after each successful sync of this page, whatever started it. Returns the
 * unsubscribe function.
 */
export const watchSync = synced.watch;

/** watchFailedSync does the same for failed syncs. */
export const watchFailedSync = failed.watch;

/**
 * syncNow updates the device to the server's state at the time of the call. If a request was already sent,
 * another one follows, so that no write is missed. Never rejects. Returns false without a member or without a
 * response.
 */
export function syncNow(): Promise<boolean> {
  if (running) mustRepeat ||= hasSentRequest;
  else running = syncUntilDone().finally(() => (running = null));
  return running;
}

/**
 * syncOnWakeEvent syncs after an event which shows that the network or the page is back. Such an event does
 * not mean that data changed. So the response to a request just sent is enough, and so is one just received.
 */
export function syncOnWakeEvent(): Promise<boolean> {
  const isFresh = respondedRequestAt !== null && elapsedSince(respondedRequestAt) < EVENT_GROUP_MS;
  if (!running) return isFresh ? Promise.resolve(true) : syncNow();
  // Without an open request, the request is not sent yet, or its response is being applied.
  const isOutdated = openRequest
    ? elapsedSince(openRequest.since) > HANGING_MS
    : respondedRequestAt !== null && !isFresh;
  if (isOutdated) return syncNow();
  mustRepeatIfFailed = true;
  return running;
}

/** isSyncing returns true while a sync of this page is running. */
export function isSyncing(): boolean {
  return running !== null;
}

/** waitForSync resolves when no sync is running; never rejects. */
export async function waitForSync(): Promise<void> {
  await running;
}

/**
 * syncUnlessCurrent syncs unless the device is already at `position`. A cursor is a position plus lookup
 * tags.
 */
export async function syncUnlessCurrent(member: Member, position: string | undefined): Promise<void> {
  const ownCursor = await withMemberDb(member.memberId, cursorOf).catch(() => '');
  if (!position || !`${ownCursor}.`.startsWith(`${position}.`)) await syncNow();
}

/** delaySync delays syncs while something moves on the screen. */
export function delaySync(ms: number): void {
  delayedUntil = performance.now() + Math.min(ms, MAX_DELAY_MS);
}

/**
 * abortHangingSync aborts a request that has hung since before the network or the page returned. So the next
 * request is sent now, instead of after a timeout of a minute.
 */
export function abortHangingSync(): void {
  if (openRequest && elapsedSince(openRequest.since) > HANGING_MS)
    openRequest.abortController.abort(new ApiError(NETWORK));
}

export interface SyncTools {
  withDb: <T>(work: (db: MemberDb) => Promise<T>) => Promise<T>;
  fetchChanges: (cursor: string, chat?: string) => Promise<SyncResponse>;
  /** Returns additional data that the request should also fetch; null for none. */
  extraData?: () => Promise<ExtraSyncData | null>;
  now: () => number;
}

/**
 * catchUp sends requests and applies the responses until the server has no more. Throws if a response is lost
 * or cannot be applied.
 */
export async function catchUp({
  withDb,
  fetchChanges: fetchNext,
  extraData: readExtra,
  now,
}: SyncTools): Promise<void> {
  for (;;) {
    const syncQuery = await withDb(readSyncQuery);
    const extra = (await readExtra?.()) ?? null;
    const response = await fetchNext(syncQuery.cursor, extra?.chatQuery).catch(async (error: unknown) => {
      if (!isCursorRefused(error, syncQuery)) throw error;
      await withDb((db) => dropSynced(db, isOwnKey));
    });
    if (!response) continue;
    const applied = await withDb((db) => applySync(db, syncQuery, response, now()));
    const moreChat = extra !== null && response.chat !== undefined && (await extra.apply(response.chat));
    // Another tab was faster, so continue from its cursor.
    if (!applied || (moreChat && !response.more)) continue;
    if (!response.more) return;
    if (response.cursor === syncQuery.cursor) throw new ApiError('INTERNAL_SERVER_ERROR', 200);
  }
}

/**
 * Returns whether the server cannot read the cursor. It would block the device forever, so the sync starts
 * again without a cursor.
 */
function isCursorRefused(error: unknown, syncQuery: SyncQuery): boolean {
  return isApiError(error) && error.status === 400 && syncQuery.cursor !== '';
}

async function syncUntilDone(): Promise<boolean> {
  let succeeded: boolean;
  do {
    mustRepeat = false;
    mustRepeatIfFailed = false;
    hasSentRequest = false;
    respondedRequestAt = null;
    succeeded = await syncOnce().catch(() => false);
  } while (mustRepeat || (mustRepeatIfFailed && !succeeded));
  (succeeded ? synced : failed).emit();
  return succeeded;
}

async function syncOnce(): Promise<boolean> {
  while (performance.now() < delayedUntil) await pause(delayedUntil - performance.now());
  const member = await resolveMember();
  if (!member) return false;
  await catchUp(toolsOf(member));
  deviceStorage.set('last_sync', new Date(serverNow()).toISOString());
  await fetchStaleLookups(member.memberId);
  return true;
}

function toolsOf(member: Member): SyncTools {
  const { memberId, token } = member;
  return {
    withDb: (work) => withMemberDb(memberId, work),
    fetchChanges: (cursor, chat) => fetchChanges(token, cursor, chat),
    extraData: () => {
      hasSentRequest = true;
      return extraDataFor(member);
    },
    now: serverNow,
  };
}

async function fetchChanges(token: string, cursor: string, chat?: string): Promise<SyncResponse> {
  openRequest = { since: instantNow(), abortController: new AbortController() };
  const { since, abortController } = openRequest;
  const query = { cursor: cursor || undefined, chat };
  try {
    const response = await call('GET', '/api/sync', { auth: token, query, signal: abortController.signal });
    respondedRequestAt = since;
    return response;
  } finally {
    openRequest = null;
  }
}

export type SyncChat = NonNullable<SyncResponse['chat']>;

/** Additional data that a sync requests besides the changes: the conversation, once a page shows one. */
export interface ExtraSyncData {
  /** A parameter of `/api/sync`: the number after which messages are missing, or `new`. */
  chatQuery: string;
  /** Returns true if there is more to fetch. */
  apply: (part: SyncChat) => Promise<boolean>;
}

/** Called before each request to the server. Returns null if no more data is needed. */
export type ExtraSyncProvider = (member: Member) => Promise<ExtraSyncData | null>;

let extraProvider: ExtraSyncProvider | null = null;

export function setExtraSyncProvider(next: ExtraSyncProvider): void {
  extraProvider = next;
}

async function extraDataFor(member: Member): Promise<ExtraSyncData | null> {
  return extraProvider ? extraProvider(member) : null;
}
