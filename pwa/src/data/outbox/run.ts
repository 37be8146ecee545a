/** The page's own drain: one at a time, again when something came in meanwhile, and its timer. */
import { syncNow } from '../sync/sync';
import { wantBackgroundSync } from './backgroundSync';
import { drainQueue, type DrainResult } from './drain';
import { senders } from './kinds/senders';
import { clearProgress, noteProgress } from './progress';
import { currentQueue } from './queue';
import type { Send } from './sending';

/** How soon to look again after another context was at it, or the storage failed. */
const LOOK_AGAIN_MS = 5_000;
const LET_GO_MS = 1_000;

let running: Promise<void> | null = null;
let again = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let leaving = new AbortController();
const uploads = new Map<string, AbortController>();

/** Sends what can be sent now. Resolves when nothing more can be; never rejects. */
export function drain(): Promise<void> {
  if (running) again = true;
  else running = runUntilQuiet().finally(() => (running = null));
  return running;
}

/** Breaks off what is being sent, and gives it a moment to let go. */
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
    const result = await passOnce().catch(() => ({ ran: false, sent: 0 }));
    if (result) wakeLater(result);
    if (result && result.sent > 0) void syncNow();
  } while (again);
}

async function passOnce(): Promise<DrainResult | null> {
  const queue = await currentQueue().catch(() => null);
  if (!queue) return null;
  return drainQueue(queue.caller, {
    store: queue.store,
    synced: queue.synced,
    send: sendAbortable,
    now: Date.now,
    random: Math.random,
    locks: navigator.locks as LockManager | undefined,
    signal: leaving.signal,
    onProgress: noteProgress,
    onRetired: async (guestId) => (await import('../chat/outward')).renewGuest(guestId),
  });
}

const sendAbortable: Send = async (item, file, options) => {
  const upload = new AbortController();
  const stop = () => upload.abort();
  options.signal?.addEventListener('abort', stop);
  uploads.set(item.id, upload);
  try {
    const send = await senders[item.kind]();
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
  const wait = ran && wakeAt !== undefined ? Math.max(0, wakeAt - Date.now()) : LOOK_AGAIN_MS;
  timer = setTimeout(drain, Math.min(wait, 2 ** 31 - 1));
  void wantBackgroundSync();
}
