/**
 * The service worker's registration, and when a new version takes over: when the member says so,
 * or by itself while nobody looks, no form holds anything and nothing is being sent.
 */
import { instant, passedSince, phoneNow, type Instant } from '../api/clock';
import { isOffline } from '../device/connection';
import { isAnyDirty, isHolding, setDirty, watchDirty } from '../kit/unsaved-work';
import { Store } from '../kit/store';
import { useStore } from '../kit/use-store';
import { isSending } from '../engine/outbox/run';
import { scriptUrl } from '../device/trusted';
import { passing } from '../kit/web-storage';

export interface Update {
  /** A new version is installed and waits, or a reload brings what is missing, and no form is half filled in. */
  ready: boolean;
  /** A part of this version did not come, and no new one is here. */
  isLacking: boolean;
  apply: () => void;
  /** A form says whether a reload would lose anything of it. */
  setDirty: (id: string, isDirty: boolean) => void;
}

/** For ever: a phone that was away for a year still asks for this name. */
const SERVICE_WORKER = '/sw.js';
const LOOK_EVERY_MS = 60 * 60_000;
/** A chunk that is still missing after the reload must not reload for ever. */
const RELOADED_KEY = 'reloaded-for-chunk';
const RELOAD_AGAIN_MS = 5 * 60_000;
/** Chromium may miss the moment when the old worker has nothing left to do. It looks again when asked again. */
const LET_IN_AGAIN_MS = 3_000;

let registration: ServiceWorkerRegistration | undefined;
let ready = false;
let applying = false;
/** Another tab let the new version take over: this one runs the old code under it. */
let overtaken = false;
/** A chunk did not come while a form held something: the member is offered the reload once it does not. */
let lacking = false;
let lookedAt: Instant | undefined;
/**
 * The page itself goes, and is hidden by that. An update let in now would meet the next page of ours as it
 * begins: Chromium then starts the old worker once more and never comes back to the new one.
 */
let leaving = false;
const update = new Store<Update>({ ready, isLacking: false, apply, setDirty });

export function useUpdate(): Update {
  return useStore(update);
}

/** Watches over updates, and registers the service worker, which may come later. */
export async function startUpdates(later?: Promise<void>): Promise<void> {
  addEventListener('vite:preloadError', reloadOnce);
  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('pagehide', () => (leaving = true));
  addEventListener('pageshow', () => (leaving = false));
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container || import.meta.env.DEV) return;
  watchDirty(announce);
  let controlled = Boolean(container.controller);
  container.addEventListener('controllerchange', () => {
    // The first installation takes control of a page that had none: no reason to reload.
    if (controlled) onNewController();
    controlled = true;
  });
  await later;
  registration = await container.register(scriptUrl(SERVICE_WORKER)).catch(() => undefined);
  if (!registration) return;
  lookedAt = instant();
  noteWaiting();
  registration.addEventListener('updatefound', () => {
    registration?.installing?.addEventListener('statechange', noteWaiting);
  });
}

function apply(): void {
  if (overtaken || (lacking && !registration?.waiting)) location.reload();
  if (!registration?.waiting || applying) return;
  applying = true;
  letIn();
}

function letIn(): void {
  if (!registration?.waiting) return;
  if (!leaving) registration.waiting.postMessage({ type: 'SKIP_WAITING' });
  setTimeout(letIn, LET_IN_AGAIN_MS);
}

function onNewController(): void {
  if (applying || mayReload()) return location.reload();
  overtaken = true;
  setReady(true);
}

function noteWaiting(): void {
  const controlled = Boolean(navigator.serviceWorker.controller);
  setReady(overtaken || lacking || (controlled && Boolean(registration?.waiting)));
}

function setReady(value: boolean): void {
  ready = value;
  announce();
}

function announce(): void {
  const offered = ready && !isAnyDirty();
  const isLacking = lacking && !overtaken && !registration?.waiting;
  const known = update.get();
  if (offered !== known.ready || isLacking !== known.isLacking)
    update.set({ ready: offered, isLacking, apply, setDirty });
}

function onVisibility(): void {
  if (document.visibilityState === 'visible') lookForUpdate();
  else if (ready && mayReload()) apply();
}

function mayReload(): boolean {
  return document.visibilityState === 'hidden' && !leaving && !isAnyDirty() && !isSending();
}

function lookForUpdate(): void {
  if (!registration || (lookedAt && passedSince(lookedAt) < LOOK_EVERY_MS)) return;
  lookedAt = instant();
  void registration.update().catch(() => {});
}

/**
 * A deployment took this page's chunks away: the new version has them, where it is here already. Or the
 * network did not bring one, which some browsers then never ask for again in this page. Offline no reload
 * helps, and what a form holds is worth more than any chunk; a sheet that is merely open is opened again by
 * its address. Where the browser does not store that this page was reloaded, it would be reloaded without end.
 */
function reloadOnce(event: Event): void {
  const last = Number(passing.get(RELOADED_KEY));
  // A clock that was turned back since tells an age below zero, which proves nothing.
  const isRecent = Math.abs(phoneNow() - last) < RELOAD_AGAIN_MS;
  if (isOffline() || !navigator.onLine || isRecent) return;
  if (isHolding() || !passing.set(RELOADED_KEY, String(phoneNow()))) {
    lacking = true;
    return setReady(true);
  }
  event.preventDefault();
  void reloadIntoNew();
}

/** A page that has only begun does not know of its registration yet. */
async function reloadIntoNew(): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  registration ??= await container?.getRegistration().catch(() => undefined);
  if (registration?.waiting) apply();
  else location.reload();
}
