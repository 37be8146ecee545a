/**
 * Runs the page's drains: one at a time, another one if an item was queued in the meantime, and by a timer.
 */
import { phoneNow } from '../../api/clock';
import { backoff } from '../../kit/retry';
import { syncNow } from '../sync/sync';
import { drainQueue, OUTBOX_TAG, type DrainResult } from './drain';
import { senderOf, type Send } from './kinds';
import { clearProgress, noteProgress } from './progress';
import { lostItems, NONE, promisesOf } from './promises';
import { currentPlace, currentQueue, type Place } from './queue';

/**
 * The wait in ms after a drain in which another context was sending or the storage failed. It grows, because
 * the storage may never work again.
 */
const AGAIN = { firstMs: 5_000, longestMs: 5 * 60_000 };
const LET_GO_MS = 1_000;

let running: Promise<void> | null = null;
let again = false;
/** Drains in a row that failed in the storage. */
let broken = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let leaving = new AbortController();
const uploads = new Map<string, AbortController>();

/** drain sends what can be sent now. Resolves when nothing more can be sent; never rejects. */
export function drain(): Promise<void> {
  if (running) again = true;
  else running = runUntilQuiet().finally(() => (running = null));
  return running;
}

/**
 * checkPromises compares the promised items with the queue. Returns true if an item was put back. Its code is
 * loaded only while promised items exist.
 */
export async function checkPromises(place: Place): Promise<boolean> {
  if (promisesOf(place.owner).length > 0) {
    return import('./recovery').then(({ findLost }) => findLost(place)).catch(() => false);
  }
  lostItems.set(NONE);
  return false;
}

/** abandonDrain aborts what is being sent, and waits at most a second for it to end. */
export async function abandonDrain(): Promise<void> {
  clearTimeout(timer);
  leaving.abort();
  leaving = new AbortController();
  await Promise.race([running, new Promise((resolve) => setTimeout(resolve, LET_GO_MS))]);
}

export function isSending(): boolean {
  return uploads.size > 0;
}

export function abortUpload(id: string): void {
  uploads.get(id)?.abort();
}

async function runUntilQuiet(): Promise<void> {
  do {
    again = false;
    const result = await passOnce().then(
      (done) => {
        broken = 0;
        return done;
      },
      () => {
        broken++;
        return { ran: false, sent: 0 };
      },
    );
    if (result) wakeLater(result);
    if (result && result.sent > 0) void syncNow();
  } while (again);
}

async function passOnce(): Promise<DrainResult | null> {
  const place = await currentPlace().catch(() => null);
  if (place) await checkPromises(place);
  const queue = await currentQueue().catch(() => null);
  if (!queue) return null;
  const result = await drainQueue(queue.caller, {
    store: queue.store,
    synced: queue.synced,
    send: sendAbortable,
    now: phoneNow,
    random: Math.random,
    locks: navigator.locks as LockManager | undefined,
    signal: leaving.signal,
    onProgress: noteProgress,
    // If this module cannot be loaded, the page has no copies either.
    spareBytes: (id) =>
      import('./recovery').then(
        ({ copies }) => copies.get(id)?.bytes,
        () => undefined,
      ),
    onRetired: async (guestId, kind) => (await senderOf(kind)).renewGuest?.(guestId) ?? null,
  });
  // An item that vanished while it was being sent has neither an outcome nor a retry time.
  if (await checkPromises(queue)) again = true;
  return result;
}

const sendAbortable: Send = async (item, file, options) => {
  const upload = new AbortController();
  const stop = () => upload.abort();
  options.signal?.addEventListener('abort', stop);
  uploads.set(item.id, upload);
  try {
    const { send } = await senderOf(item.kind);
    return await send(item, file, { ...options, signal: upload.signal });
  } finally {
    uploads.delete(item.id);
    options.signal?.removeEventListener('abort', stop);
    clearProgress(item.id);
  }
};

function wakeLater({ ran, wakeAt }: DrainResult): void {
  clearTimeout(timer);
  if (ran && wakeAt === undefined) return;
  const wait = ran && wakeAt !== undefined ? Math.max(0, wakeAt - phoneNow()) : backoff(AGAIN, broken);
  timer = setTimeout(drain, Math.min(wait, 2 ** 31 - 1));
  void wantBackgroundSync();
}

interface WithSync {
  sync?: { register(tag: string): Promise<void> };
}

/**
 * Requests the service worker's `sync` event, if the browser has it (iOS does not). The page does not rely on
 * it and keeps its own triggers.
 */
async function wantBackgroundSync(): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = (await container?.getRegistration().catch(() => undefined)) as
    | (ServiceWorkerRegistration & WithSync)
    | undefined;
  if (registration?.active) await registration.sync?.register(OUTBOX_TAG).catch(() => {});
}
