/**
 * Runs the page's drains: one at a time, another one if an item was queued in the meantime, and by a timer.
 */
import { phoneNow } from '../../api/clock';
import { backoff } from '../../kit/retry';
import { syncNow } from '../sync/sync';
import { drainQueue, OUTBOX_SYNC_TAG, type DrainResult } from './drain';
import { senderOf, type Send } from './kinds';
import { clearProgress, noteProgress } from './progress';
import { lostItems, NO_ITEMS, promisesOf } from './promises';
import { currentStoredQueue, currentQueue, type StoredQueue } from './queue';

/**
 * The wait in ms after a drain in which another context was sending or the storage failed. It grows, because
 * the storage may never work again.
 */
const RETRIES = { firstMs: 5_000, longestMs: 5 * 60_000 };
const ABORT_WAIT_MS = 1_000;

let running: Promise<void> | null = null;
let repeats = false;
/** Drains in a row that failed in the storage. */
let storageFailures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let leaving = new AbortController();
const uploads = new Map<string, AbortController>();

/** drain sends what can be sent now. Resolves when nothing more can be sent; never rejects. */
export function drain(): Promise<void> {
  if (running) repeats = true;
  else running = drainUntilDone().finally(() => (running = null));
  return running;
}

/**
 * checkPromises compares the promised items with the queue. Returns true if an item was put back. Its code is
 * loaded only while promised items exist.
 */
export async function checkPromises(queue: StoredQueue): Promise<boolean> {
  if (promisesOf(queue.owner).length > 0) {
    return import('./recovery').then(({ recoverLost }) => recoverLost(queue)).catch(() => false);
  }
  lostItems.set(NO_ITEMS);
  return false;
}

/** abandonDrain aborts the running uploads, and waits at most a second for the drain to end. */
export async function abandonDrain(): Promise<void> {
  clearTimeout(timer);
  leaving.abort();
  leaving = new AbortController();
  await Promise.race([running, new Promise((resolve) => setTimeout(resolve, ABORT_WAIT_MS))]);
}

export function isSending(): boolean {
  return uploads.size > 0;
}

export function abortUpload(id: string): void {
  uploads.get(id)?.abort();
}

async function drainUntilDone(): Promise<void> {
  do {
    repeats = false;
    const result = await drainQueueOnce().then(
      (done) => {
        storageFailures = 0;
        return done;
      },
      () => {
        storageFailures++;
        return { ran: false, sent: 0 };
      },
    );
    if (result) scheduleDrain(result);
    if (result && result.sent > 0) void syncNow();
  } while (repeats);
}

async function drainQueueOnce(): Promise<DrainResult | null> {
  const stored = await currentStoredQueue().catch(() => null);
  if (stored) await checkPromises(stored);
  const queue = await currentQueue().catch(() => null);
  if (!queue) return null;
  const result = await drainQueue(queue.caller, {
    withDb: queue.withDb,
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
  if (await checkPromises(queue)) repeats = true;
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

function scheduleDrain({ ran, wakeAt }: DrainResult): void {
  clearTimeout(timer);
  if (ran && wakeAt === undefined) return;
  const wait =
    ran && wakeAt !== undefined ? Math.max(0, wakeAt - phoneNow()) : backoff(RETRIES, storageFailures);
  timer = setTimeout(drain, Math.min(wait, 2 ** 31 - 1));
  void requestBackgroundSync();
}

interface WithSync {
  sync?: { register(tag: string): Promise<void> };
}

/**
 * Requests the service worker's `sync` event, if the browser has it (iOS does not). The page does not rely on
 * it and keeps its own triggers.
 */
async function requestBackgroundSync(): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = (await container?.getRegistration().catch(() => undefined)) as
    | (ServiceWorkerRegistration & WithSync)
    | undefined;
  if (registration?.active) await registration.sync?.register(OUTBOX_SYNC_TAG).catch(() => {});
}
