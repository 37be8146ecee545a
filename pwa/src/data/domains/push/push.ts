/**
 * Push notifications. The browser holds the subscription, the server its owner. Both can change without this
 * app: a browser drops the subscription, the server gets a new key, another member logs in. So they are
 * compared at each launch and on focus.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../../api/client';
import { instantNow, elapsedSince, serverNow, type Instant } from '../../api/clock';
import { isIos, isStandalone } from '../../device/install';
import { getLocale } from '../../device/locale';
import { decodeBase64url, encodeBase64url } from '../../kit/base64url';
import { sha256 } from '../../kit/digest';
import { Store } from '../../kit/store';
import { useStore } from '../../kit/use-store';
import { currentCaller, ensureGuest } from '../../session/guest';
import { authOf, guestOf, isGuest, type Caller } from '../../session/member';
import { getSession, watchSession } from '../../session/token';
import { deleteBinding, storeBinding, pushBinding, wireForm } from './binding';

export type PushState =
  | 'unsupported'
  /** On iOS only the installed app may show notifications. */
  | 'needs_install'
  | 'off'
  /** The user has blocked notifications in the browser. */
  | 'denied'
  | 'on';

export interface Push {
  state: PushState;
  /**
   * Asks for permission; call it in a tap's handler. Returns false if the user refuses or the server does not
   * respond.
   */
  turnOn: () => Promise<boolean>;
  turnOff: () => Promise<void>;
  /** Whether a notification may show amounts. Members only. */
  showDetails: boolean;
  /** Throws ApiError. */
  setShowDetails: (show: boolean) => Promise<void>;
}

/** The server may have lost the subscription: it is registered again after this time. */
const BIND_AGAIN_MS = 24 * 60 * 60_000;
const READY_MS = 10_000;
/** The minimum time in ms between two fetches of the key, so that not every focus causes one. */
const PAUSE_MS = 60_000;

const state = new Store<PushState>(findObstacle() ?? stateByPermission());
let running: Promise<void> | null = null;
let syncedAt: Instant | undefined;
let syncedFor = '';

export function usePush(): Push {
  const currentState = useStore(state);
  const session = useSyncExternalStore(watchSession, getSession);
  const showDetails = useStore(detailsShown);
  useEffect(() => void syncPush(), [session?.token]);
  useEffect(() => {
    if (session?.token) void loadDetails();
  }, [session?.token]);
  return { state: currentState, turnOn, turnOff, showDetails, setShowDetails };
}

/** syncPush compares the browser's subscription with the server's key and its owner. Never rejects. */
export function syncPush(): Promise<void> {
  running ??= syncOnce()
    .catch(() => {})
    .finally(() => (running = null));
  return running;
}

async function turnOn(): Promise<boolean> {
  if (findObstacle()) return false;
  // This call must be first. The browser shows its question only in response to a tap, and after an await the
  // call is no such response.
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') {
    state.set(stateByPermission());
    return false;
  }
  const caller = await resolveCaller().catch(() => null);
  const succeeded =
    caller &&
    (await subscribeAndBind(caller).then(
      () => true,
      () => false,
    ));
  if (!succeeded) await removeUnfinished();
  state.set(succeeded ? 'on' : 'off');
  return succeeded === true;
}

async function subscribeAndBind(caller: Caller): Promise<void> {
  const key = await fetchServerKey();
  await bind(await subscribe(key), key, caller);
}

/** Removes an unfinished subscription, which would look like a complete one. */
async function removeUnfinished(): Promise<void> {
  const unfinished = await readSubscription().catch(() => null);
  await unfinished?.unsubscribe().catch(() => false);
  await deleteBinding();
}

async function turnOff(): Promise<void> {
  const subscription = await readSubscription();
  const caller = await currentCaller();
  await deleteBinding();
  state.set(findObstacle() ?? stateByPermission());
  if (!subscription) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe().catch(() => false);
  if (caller) await unregister(endpoint, caller);
}

async function syncOnce(): Promise<void> {
  const found = findObstacle();
  if (found) return state.set(found);
  const [subscription, bound] = await Promise.all([readSubscription(), pushBinding().catch(() => undefined)]);
  if (Notification.permission !== 'granted') {
    if (bound) await deleteBinding();
    return state.set(stateByPermission());
  }
  if (!subscription && !bound) return state.set('off');
  state.set('on');
  const caller = await currentCaller();
  if (!caller) return;
  const mark = `${await callerHash(caller)} ${getLocale()} ${subscription?.endpoint}`;
  if (mark === syncedFor && syncedAt && elapsedSince(syncedAt) < PAUSE_MS) return;
  await renewSubscription(subscription, caller);
  syncedFor = mark;
  syncedAt = instantNow();
}

/**
 * Subscribes again if the subscription was dropped or has another key. If another owner is registered,
 * registers the current caller.
 */
async function renewSubscription(subscription: PushSubscription | null, caller: Caller): Promise<void> {
  const key = await fetchServerKey();
  const bound = await pushBinding().catch(() => undefined);
  let current = subscription;
  if (!current || encodeBase64url(current.options.applicationServerKey) !== key) {
    await current?.unsubscribe();
    current = await subscribe(key);
    const old = subscription?.endpoint ?? bound?.endpoint;
    if (old && old !== current.endpoint) await unregister(old, caller);
  }
  const same =
    bound?.endpoint === current.endpoint &&
    bound.key === key &&
    bound.locale === getLocale() &&
    bound.owner === (await callerHash(caller));
  if (!same || Math.abs(serverNow() - bound.boundAt) > BIND_AGAIN_MS) await bind(current, key, caller);
}

async function bind(subscription: PushSubscription, key: string, caller: Caller): Promise<void> {
  const { endpoint } = subscription;
  const body = { subscription: wireForm(subscription), ...guestOf(caller) };
  await call('POST', '/api/push/subscribe', { body, auth: authOf(caller) });
  const owner = await callerHash(caller);
  await storeBinding({ endpoint, key, owner, locale: getLocale(), boundAt: serverNow() });
}

/**
 * Deletes the subscription at the server. A lost call does no harm, since the server deletes dead
 * subscriptions automatically.
 */
async function unregister(endpoint: string, caller: Caller): Promise<void> {
  const body = { endpoint, ...guestOf(caller) };
  await call('DELETE', '/api/push/subscribe', { body, auth: authOf(caller) }).catch(() => {});
}

async function fetchServerKey(): Promise<string> {
  const { key } = await call('GET', '/api/push/key');
  return key.replaceAll('=', '');
}

async function subscribe(key: string): Promise<PushSubscription> {
  const registration = await Promise.race([navigator.serviceWorker.ready, rejectLater()]);
  return registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: decodeBase64url(key),
  });
}

/** Rejects after a while: without a service worker, `ready` never resolves. */
async function rejectLater(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, READY_MS));
  throw new Error('no service worker');
}

/** Returns the caller to register. A guest without an id gets one here. */
async function resolveCaller(): Promise<Caller | null> {
  return getSession() ? currentCaller() : { guestId: await ensureGuest() };
}

/**
 * Returns the hash of the caller. Each session of a member is a separate owner, since the server binds
 * subscriptions to sessions.
 */
function callerHash(caller: Caller): Promise<string> {
  return sha256(isGuest(caller) ? caller.guestId : caller.token);
}

async function readSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function findObstacle(): 'unsupported' | 'needs_install' | null {
  // A messenger's browser may have these names without an implementation.
  const { PushManager, Notification } = globalThis as { PushManager?: unknown; Notification?: unknown };
  const isSupported =
    Boolean(navigator.serviceWorker as ServiceWorkerContainer | undefined) && PushManager && Notification;
  if (isSupported) return null;
  return isIos() && !isStandalone() ? 'needs_install' : 'unsupported';
}

function stateByPermission(): PushState {
  return Notification.permission === 'denied' ? 'denied' : 'off';
}

/** The member's setting: whether notifications may show details. False until there is a response. */
export const detailsShown = new Store(false);
/** Counts the changes. A response is ignored if the setting changed after its request. */
let changes = 0;

export async function loadDetails(): Promise<void> {
  detailsShown.set(false);
  const change = ++changes;
  const response = await call('GET', '/api/push/settings').catch(() => null);
  if (response && change === changes) detailsShown.set(response.showDetails);
}

/** setShowDetails throws ApiError; then the setting stays unchanged. */
export async function setShowDetails(show: boolean): Promise<void> {
  const before = detailsShown.get();
  const change = ++changes;
  detailsShown.set(show);
  await call('PUT', '/api/push/settings', { body: { showDetails: show } }).catch((error: unknown) => {
    if (change === changes) detailsShown.set(before);
    throw error;
  });
}
