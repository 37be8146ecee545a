/**
 * When to sync: at launch, when the network or the page comes back, after writes, and at intervals while
 * the page is visible. Everything calls `syncNow`, whose responses also start the outbox.
 */
import { serverNow } from '../../api/clock';
import { hear } from '../../device/channel';
import { isOffline, watchConnection } from '../../device/connection';
import { backoff } from '../../kit/retry';
import { onSign } from '../../kit/wake';
import { getSession, watchSession } from '../../session/token';
import { LIST_NAMES } from '../../storage/db';
import { inMember } from '../../storage/storage';
import { assertParts } from '../home/parts';
import { assertLists, listOf } from '../lists/lists';
import { tableOf } from '../lists/rows';
import { syncNow, syncOnSign, unstickSync, watchMissedSync, watchSync } from './sync';
import { Store } from '../../kit/store';

const CALM_MS = 30_000;
/**
 * The interval while change notifications arrive: for changes without one, and so that amounts stay
 * younger than five minutes.
 */
const HINTED_MS = 4 * 60_000;
/** The interval while a member waits for the outcome of a new row, such as a slip that is being checked. */
const EAGER_MS = 3_000;
const EAGER_FOR_MS = 2 * 60_000;
const RETRIES = { firstMs: 2_000, longestMs: CALM_MS };

let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
let token: string | undefined;
let askServer: Probe;

/** Checks whether the server responds. Rejects if it does not. */
type Probe = () => Promise<unknown>;

/**
 * startCatchingUp starts to keep the device up to date. `probe` is called if there is no member to sync.
 * Returns the function that stops it. Throws if a list or a part is not registered.
 */
export function startCatchingUp(probe: Probe): () => void {
  askServer = probe;
  assertLists();
  assertParts();
  const now = () => {
    unstickSync();
    void tick();
  };
  const onReturn = () => {
    unstickSync();
    void tick(syncOnSign);
  };
  const whenSignedIn = () => {
    if (token !== getSession()?.token) now();
  };
  const stops = [
    // The browser's event only suggests that the network is gone; the next response, or its absence,
    // decides.
    onSign(['online', 'offline', 'pageshow', 'visible'], onReturn),
    watchSession(whenSignedIn),
    hear((message) => {
      // This member's session in another tab has ended and deleted the shared data.
      if (message.type === 'stripped' && message.memberId === getSession()?.memberId) now();
    }),
    watchConnection(() => isOffline() && plan()),
    // What changed before change notifications arrive is sent when the socket opens.
    hintsArrive.watch(() => void plan()),
    // The outbox syncs after an item was sent: from then on the member may wait for its outcome.
    watchSync(() => void planAfter(true)),
    watchMissedSync(() => void planAfter(false)),
  ];
  now();
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
  };
}

async function tick(sync = syncNow): Promise<void> {
  clearTimeout(timer);
  token = getSession()?.token;
  if (token) await sync();
  else await planAfter(await askAsVisitor());
}

function planAfter(heard: boolean): Promise<void> {
  failures = heard ? 0 : failures + 1;
  return plan();
}

/** A guest has nothing to sync, but needs to know when the network is back. */
async function askAsVisitor(): Promise<boolean> {
  if (!isOffline()) return true;
  return askServer().then(
    () => true,
    () => false,
  );
}

async function plan(): Promise<void> {
  clearTimeout(timer);
  const wait = await nextWait();
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (isSeen()) void tick();
  }, wait);
}

/** A hidden page sends nothing until it is visible again. */
function isSeen(): boolean {
  return document.visibilityState === 'visible';
}

async function nextWait(): Promise<number> {
  if (failures > 0) return backoff(RETRIES, failures);
  if (await isRowAwaited().catch(() => false)) return EAGER_MS;
  return hintsArrive.get() ? HINTED_MS : CALM_MS;
}

async function isRowAwaited(): Promise<boolean> {
  const memberId = getSession()?.memberId;
  if (!memberId) return false;
  const since = new Date(serverNow() - EAGER_FOR_MS).toISOString();
  return inMember(memberId, async (db) => {
    for (const name of LIST_NAMES) {
      const { isAwaited } = listOf(name);
      if (!isAwaited) continue;
      const young = await tableOf(db, name).where('createdAt').above(since).toArray();
      if (young.some(isAwaited)) return true;
    }
    return false;
  });
}

/** Whether the server notifies this page at once when the member's data changes. */
export const hintsArrive = new Store(false);
