/**
 * Registers the service worker, and decides when a new version takes over: when the member chooses it, or
 * when the page is hidden, no form has unsaved input and nothing is being sent.
 */
import { instantNow, elapsedSince, phoneNow, type Instant } from '../api/clock';
import { isOffline } from '../device/connection';
import { hasUnsaved, hasUnsavedInput, setUnsaved, watchUnsaved } from '../kit/unsaved-work';
import { Store } from '../kit/store';
import { useStore } from '../kit/use-store';
import { isSending } from '../engine/outbox/run';
import { scriptUrl } from '../device/trusted';
import { tabStorage } from '../kit/web-storage';

export interface Update {
  /** A new version waits, or a reload brings a missing file; and no form has unsaved input. */
  ready: boolean;
  /** A file of this version could not be loaded, and no new version is installed. */
  lacksFile: boolean;
  apply: () => void;
  /** Called by a form: `isUnsaved` is true if a reload would lose its input. */
  setUnsaved: (id: string, isUnsaved: boolean) => void;
}

/** Never change this name: an app that was not opened for a year still requests it. */
const SERVICE_WORKER = '/sw.js';
const CHECK_EVERY_MS = 60 * 60_000;
/**
 * Stores that this page was reloaded for a missing chunk. If the chunk is still missing, the page must not
 * reload forever.
 */
const RELOADED_KEY = 'reloaded-for-chunk';
const RELOAD_AGAIN_MS = 5 * 60_000;
/**
 * After this many ms the message to the waiting worker is sent again. Chromium may miss that the old worker
 * is idle, and checks again at the next message.
 */
const ACTIVATE_AGAIN_MS = 3_000;

let registration: ServiceWorkerRegistration | undefined;
let ready = false;
let isApplying = false;
/** Another tab activated the new version: this page runs the old code with the new worker. */
let isReplaced = false;
/**
 * True if a chunk did not load while a form had unsaved input. The reload is offered when no form has any.
 */
let isChunkMissing = false;
let checkedAt: Instant | undefined;
/**
 * True while the page is being left. That hides the page too, but no update may be activated then: our next
 * page starts at the same time. Chromium would start the old worker once more and never switch to the new
 * one.
 */
let isLeaving = false;
const update = new Store<Update>({ ready, lacksFile: false, apply: applyUpdate, setUnsaved });

export function useUpdate(): Update {
  return useStore(update);
}

/** startUpdates watches for updates, and registers the service worker, after `later` if given. */
export async function startUpdates(later?: Promise<void>): Promise<void> {
  addEventListener('vite:preloadError', reloadOnce);
  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('pagehide', () => (isLeaving = true));
  addEventListener('pageshow', () => (isLeaving = false));
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container || import.meta.env.DEV) return;
  watchUnsaved(publishUpdate);
  let controlled = Boolean(container.controller);
  container.addEventListener('controllerchange', () => {
    // The first installation takes control of a page that had no worker. That is no reason to reload.
    if (controlled) onNewController();
    controlled = true;
  });
  await later;
  registration = await container.register(scriptUrl(SERVICE_WORKER)).catch(() => undefined);
  if (!registration) return;
  checkedAt = instantNow();
  updateReady();
  registration.addEventListener('updatefound', () => {
    registration?.installing?.addEventListener('statechange', updateReady);
  });
}

function applyUpdate(): void {
  if (isReplaced || (isChunkMissing && !registration?.waiting)) location.reload();
  if (!registration?.waiting || isApplying) return;
  isApplying = true;
  activateWaiting();
}

function activateWaiting(): void {
  if (!registration?.waiting) return;
  if (!isLeaving) registration.waiting.postMessage({ type: 'SKIP_WAITING' });
  setTimeout(activateWaiting, ACTIVATE_AGAIN_MS);
}

function onNewController(): void {
  if (isApplying || mayReload()) return location.reload();
  isReplaced = true;
  setReady(true);
}

function updateReady(): void {
  const controlled = Boolean(navigator.serviceWorker.controller);
  setReady(isReplaced || isChunkMissing || (controlled && Boolean(registration?.waiting)));
}

function setReady(value: boolean): void {
  ready = value;
  publishUpdate();
}

function publishUpdate(): void {
  const offered = ready && !hasUnsaved();
  const lacksFile = isChunkMissing && !isReplaced && !registration?.waiting;
  const known = update.get();
  if (offered !== known.ready || lacksFile !== known.lacksFile)
    update.set({ ready: offered, lacksFile, apply: applyUpdate, setUnsaved });
}

function onVisibility(): void {
  if (document.visibilityState === 'visible') checkForUpdate();
  else if (ready && mayReload()) applyUpdate();
}

function mayReload(): boolean {
  return document.visibilityState === 'hidden' && !isLeaving && !hasUnsaved() && !isSending();
}

function checkForUpdate(): void {
  if (!registration || (checkedAt && elapsedSince(checkedAt) < CHECK_EVERY_MS)) return;
  checkedAt = instantNow();
  void registration.update().catch(() => {});
}

/**
 * Handles a chunk that did not load. Either a deployment removed this page's chunks: a new version, if
 * installed, has its own chunks. Or the network failed, and some browsers never request the chunk again in
 * this page. Offline, a reload does not help. Unsaved input is worth more than a chunk, so the page does not
 * reload then. An open sheet alone does not count: its address opens it again. If the browser cannot store
 * that this page was reloaded, the page is not reloaded, because it might reload forever.
 */
function reloadOnce(event: Event): void {
  const last = Number(tabStorage.get(RELOADED_KEY));
  // If the clock was turned back since, the age is negative: its absolute value counts.
  const isRecent = Math.abs(phoneNow() - last) < RELOAD_AGAIN_MS;
  if (isOffline() || !navigator.onLine || isRecent) return;
  if (hasUnsavedInput() || !tabStorage.set(RELOADED_KEY, String(phoneNow()))) {
    isChunkMissing = true;
    return setReady(true);
  }
  event.preventDefault();
  void reloadIntoNew();
}

/**
 * Activates a waiting version, or else reloads the page. A page that has just started has no registration
 * yet, so it is fetched first.
 */
async function reloadIntoNew(): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  registration ??= await container?.getRegistration().catch(() => undefined);
  if (registration?.waiting) applyUpdate();
  else location.reload();
}
