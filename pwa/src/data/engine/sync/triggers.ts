/**
 * Decides when to sync: at launch, when the network or the page returns, after writes, and at intervals while
 * the page is visible. All triggers call `syncNow`. Its responses also start the outbox.
 */
import { serverNow } from '../../api/clock';
import { onBroadcast } from '../../device/channel';
import { isOffline, watchConnection } from '../../device/connection';
import { backoff } from '../../kit/retry';
import { onWakeEvent } from '../../kit/wake-events';
import { getSession, watchSession } from '../../session/token';
import { LIST_NAMES } from '../../storage/db';
import { withMemberDb } from '../../storage/storage';
import { assertParts } from '../home/parts';
import { assertLists, listOf } from '../lists/lists';
import { tableOf } from '../lists/rows';
import { syncNow, syncOnWakeEvent, abortHangingSync, watchFailedSync, watchSync, isSyncing } from './sync';
import { Store } from '../../kit/store';

const REGULAR_MS = 30_000;
/**
 * The sync interval in ms while change notifications arrive. Some changes cause no notification, and amounts
 * must stay younger than five minutes.
 */
const NOTIFIED_MS = 4 * 60_000;
/**
 * The sync interval in ms while a member waits for the outcome of a new row, such as a slip that is being
 * checked.
 */
const FREQUENT_MS = 3_000;
const FREQUENT_FOR_MS = 2 * 60_000;
const RETRIES = { firstMs: 2_000, longestMs: REGULAR_MS };

let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
let token: string | undefined;
let probeServer: Probe;

/** Checks whether the server responds. Rejects if it does not. */
type Probe = () => Promise<unknown>;

/**
 * startSyncing syncs the device until the returned function is called. `probe` is called if there is no
 * member to sync. Throws if a list or a part is not registered.
 */
export function startSyncing(probe: Probe): () => void {
  probeServer = probe;
  assertLists();
  assertParts();
  const syncAtOnce = () => {
    abortHangingSync();
    void syncOrProbe();
  };
  const onReturn = () => {
    abortHangingSync();
    void syncOrProbe(syncOnWakeEvent);
  };
  const onLogin = () => {
    if (token !== getSession()?.token) syncAtOnce();
  };
  const stops = [
    // The browser's event only suggests that the network is gone; the next response, or its absence,
    // decides.
    onWakeEvent(['online', 'offline', 'pageshow', 'visible'], onReturn),
    watchSession(onLogin),
    onBroadcast((message) => {
      // This member's session has ended in another tab, which deleted the shared data.
      if (message.type === 'stripped' && message.memberId === getSession()?.memberId) syncAtOnce();
    }),
    watchConnection(() => isOffline() && planNextSync()),
    // Once the socket is open, the server also sends changes from before, so the next sync is planned again.
    hasNotifications.watch(() => void planNextSync()),
    // After the outbox has sent an item, it syncs. From then on the member may wait for the item's outcome.
    watchSync(() => void planAfterResult(true)),
    watchFailedSync(() => void planAfterResult(false)),
  ];
  syncAtOnce();
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
  };
}

async function syncOrProbe(sync = syncNow): Promise<void> {
  clearTimeout(timer);
  token = getSession()?.token;
  if (token) await sync();
  else await planAfterResult(await probeAsGuest());
}

function planAfterResult(hasResponse: boolean): Promise<void> {
  failures = hasResponse ? 0 : failures + 1;
  return planNextSync();
}

/** Checks the connection for a guest, who has nothing to sync but must learn when the network returns. */
async function probeAsGuest(): Promise<boolean> {
  if (!isOffline()) return true;
  return probeServer().then(
    () => true,
    () => false,
  );
}

async function planNextSync(): Promise<void> {
  clearTimeout(timer);
  const wait = await nextWait();
  clearTimeout(timer);
  timer = setTimeout(() => {
    // A running sync plans the next one when it ends. On a slow network a second request would only follow it.
    if (isPageVisible() && !isSyncing()) void syncOrProbe();
  }, wait);
}

/** Returns whether the page is visible. A hidden page sends nothing. */
function isPageVisible(): boolean {
  return document.visibilityState === 'visible';
}

async function nextWait(): Promise<number> {
  if (failures > 0) return backoff(RETRIES, failures);
  if (await isRowAwaited().catch(() => false)) return FREQUENT_MS;
  return hasNotifications.get() ? NOTIFIED_MS : REGULAR_MS;
}

async function isRowAwaited(): Promise<boolean> {
  const memberId = getSession()?.memberId;
  if (!memberId) return false;
  const since = new Date(serverNow() - FREQUENT_FOR_MS).toISOString();
  return withMemberDb(memberId, async (db) => {
    for (const name of LIST_NAMES) {
      const { isAwaited } = listOf(name);
      if (!isAwaited) continue;
      const recent = await tableOf(db, name).where('createdAt').above(since).toArray();
      if (recent.some(isAwaited)) return true;
    }
    return false;
  });
}

/** True while the server notifies this page at once of changes of the member's data. */
export const hasNotifications = new Store(false);
