/**
 * Push notifications. The browser holds the subscription, the server its owner. Both can change without this
 * app: a browser drops the subscription, the server gets a new key, another member logs in. So they are
 * compared at each launch and on focus.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../../api/client';
import { instant, passedSince, serverNow, type Instant } from '../../api/clock';
import { isIos, isStandalone } from '../../device/install';
import { getLocale } from '../../device/locale';
import { bytesOf, textOf } from '../../kit/base64url';
import { sha256 } from '../../kit/digest';
import { Store } from '../../kit/store';
import { useStore } from '../../kit/use-store';
import { currentCaller, ensureGuest } from '../../session/guest';
import { authOf, guestOf, isGuest, type Caller } from '../../session/member';
import { getSession, watchSession } from '../../session/token';
import { forgetSubscription, keepSubscription, pushBinding, wireForm } from './binding';

export type PushState =
  | 'unsupported'
  /** On iOS only the installed app may show notifications. */
  | 'needs_install'
  | 'off'
  /** The user told the browser never to ask again. */
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
const REBIND_MS = 24 * 60 * 60_000;
const READY_MS = 10_000;
/** The minimum time in ms between two fetches of the key, so that not every focus causes one. */
const PAUSE_MS = 60_000;

const state = new Store<PushState>(supported() ?? permitted());
let running: Promise<void> | null = null;
let syncedAt: Instant | undefined;
let syncedFor = '';

export function usePush(): Push {
  const now = useStore(state);
  const session = useSyncExternalStore(watchSession, getSession);
  const showDetails = useStore(detailsShown);
  useEffect(() => void syncPush(), [session?.token]);
  useEffect(() => {
    if (session?.token) void loadDetails();
  }, [session?.token]);
  return { state: now, turnOn, turnOff, showDetails, setShowDetails };
}

/** syncPush compares the browser's subscription with the server's key and its owner. Never rejects. */
export function syncPush(): Promise<void> {
  running ??= syncOnce()
    .catch(() => {})
    .finally(() => (running = null));
  return running;
}

async function turnOn(): Promise<boolean> {
  if (supported()) return false;
  // Must come first: the browser asks only in response to a tap, and an await would end that.
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') {
    state.set(permitted());
    return false;
  }
  const caller = await callerNow().catch(() => null);
  const through =
    caller &&
    (await begin(caller).then(
      () => true,
      () => false,
    ));
  if (!through) await takeBack();
  state.set(through ? 'on' : 'off');
  return through === true;
}

async function begin(caller: Caller): Promise<void> {
  const key = await serverKey();
  await bind(await subscribe(key), key, caller);
}

/** Removes an unfinished subscription, which would look like a complete one. */
async function takeBack(): Promise<void> {
  const half = await subscriptionNow().catch(() => null);
  await half?.unsubscribe().catch(() => false);
  await forgetSubscription();
}

async function turnOff(): Promise<void> {
  const subscription = await subscriptionNow();
  const caller = await currentCaller();
  await forgetSubscription();
  state.set(supported() ?? permitted());
  if (!subscription) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe().catch(() => false);
  if (caller) await withdraw(endpoint, caller);
}

async function syncOnce(): Promise<void> {
  const cannot = supported();
  if (cannot) return state.set(cannot);
  const [subscription, bound] = await Promise.all([subscriptionNow(), pushBinding().catch(() => undefined)]);
  if (Notification.permission !== 'granted') {
    if (bound) await forgetSubscription();
    return state.set(permitted());
  }
  if (!subscription && !bound) return state.set('off');
  state.set('on');
  const caller = await currentCaller();
  if (!caller) return;
  const mark = `${await hashOf(caller)} ${getLocale()} ${subscription?.endpoint}`;
  if (mark === syncedFor && syncedAt && passedSince(syncedAt) < PAUSE_MS) return;
  await renew(subscription, caller);
  syncedFor = mark;
  syncedAt = instant();
}

/**
 * Subscribes again if the subscription was dropped or has another key. If another owner is registered,
 * registers the current caller.
 */
async function renew(subscription: PushSubscription | null, caller: Caller): Promise<void> {
  const key = await serverKey();
  const bound = await pushBinding().catch(() => undefined);
  let current = subscription;
  if (!current || textOf(current.options.applicationServerKey) !== key) {
    await current?.unsubscribe();
    current = await subscribe(key);
    const old = subscription?.endpoint ?? bound?.endpoint;
    if (old && old !== current.endpoint) await withdraw(old, caller);
  }
  const same =
    bound?.endpoint === current.endpoint &&
    bound.key === key &&
    bound.locale === getLocale() &&
    bound.owner === (await hashOf(caller));
  if (!same || Math.abs(serverNow() - bound.boundAt) > REBIND_MS) await bind(current, key, caller);
}

async function bind(subscription: PushSubscription, key: string, caller: Caller): Promise<void> {
  const { endpoint } = subscription;
  const body = { subscription: wireForm(subscription), ...guestOf(caller) };
  await call('POST', '/api/push/subscribe', { body, auth: authOf(caller) });
  const owner = await hashOf(caller);
  await keepSubscription({ endpoint, key, owner, locale: getLocale(), boundAt: serverNow() });
}

/**
 * Asks the server to delete the subscription. A lost call does no harm, since the server deletes dead
 * subscriptions by itself.
 */
async function withdraw(endpoint: string, caller: Caller): Promise<void> {
  const body = { endpoint, ...guestOf(caller) };
  await call('DELETE', '/api/push/subscribe', { body, auth: authOf(caller) }).catch(() => {});
}

async function serverKey(): Promise<string> {
  const { key } = await call('GET', '/api/push/key');
  return key.replaceAll('=', '');
}

async function subscribe(key: string): Promise<PushSubscription> {
  const registration = await Promise.race([navigator.serviceWorker.ready, asleep()]);
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
}

/** Rejects after a while: without a service worker, `ready` never resolves. */
async function asleep(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, READY_MS));
  throw new Error('no service worker');
}

/** Returns the caller to register. A guest without an id gets one here. */
async function callerNow(): Promise<Caller | null> {
  return getSession() ? currentCaller() : { guestId: await ensureGuest() };
}

/**
 * Returns the hash of the caller. Each session of a member is a separate owner, since the server binds
 * subscriptions to sessions.
 */
function hashOf(caller: Caller): Promise<string> {
  return sha256(isGuest(caller) ? caller.guestId : caller.token);
}

async function subscriptionNow(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function supported(): 'unsupported' | 'needs_install' | null {
  // A messenger's browser may have these names without an implementation.
  const { PushManager, Notification } = globalThis as { PushManager?: unknown; Notification?: unknown };
  const can =
    Boolean(navigator.serviceWorker as ServiceWorkerContainer | undefined) && PushManager && Notification;
  if (can) return null;
  return isIos() && !isStandalone() ? 'needs_install' : 'unsupported';
}

function permitted(): PushState {
  return Notification.permission === 'denied' ? 'denied' : 'off';
}

/** The member's setting: whether notifications may show details. False until there is a response. */
export const detailsShown = new Store(false);
/** Counts the changes. A response is ignored if the setting changed after its request. */
let wishes = 0;

export async function loadDetails(): Promise<void> {
  detailsShown.set(false);
  const asked = ++wishes;
  const answer = await call('GET', '/api/push/settings').catch(() => null);
  if (answer && asked === wishes) detailsShown.set(answer.showDetails);
}

/** setShowDetails throws ApiError; then the setting stays unchanged. */
export async function setShowDetails(show: boolean): Promise<void> {
  const before = detailsShown.get();
  const wish = ++wishes;
  detailsShown.set(show);
  await call('PUT', '/api/push/settings', { body: { showDetails: show } }).catch((error: unknown) => {
    if (wish === wishes) detailsShown.set(before);
    throw error;
  });
}
