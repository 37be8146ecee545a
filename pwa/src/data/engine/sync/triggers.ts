/**
 * When to catch up: at launch, when the network or the page comes back, after writes, and gently
 * by the clock while the page is seen. Everything leads to `syncNow`, whose answers in turn set
 * off the outbox.
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
/** Where hints arrive, the clock is for what nobody hints at; figures stay younger than five minutes. */
const HINTED_MS = 4 * 60_000;
/** A person waits for what becomes of a young row, such as a slip that is being checked. */
const EAGER_MS = 3_000;
const EAGER_FOR_MS = 2 * 60_000;
const RETRIES = { firstMs: 2_000, longestMs: CALM_MS };

let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
let token: string | undefined;
let askServer: Probe;

/** Asks whether the server is there. Rejects where it is not. */
type Probe = () => Promise<unknown>;

/**
 * Begins to keep the device up to date. `probe` is asked where there is no member to sync. Returns how to stop. Throws
 * if a list or a part is not registered.
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
    // What the browser takes for the end of the network the next answer confirms, or its lack.
    onSign(['online', 'offline', 'pageshow', 'visible'], onReturn),
    watchSession(whenSignedIn),
    hear((message) => {
      // This member's session elsewhere on the phone has taken the common copy with it.
      if (message.type === 'stripped' && message.memberId === getSession()?.memberId) now();
    }),
    watchConnection(() => isOffline() && plan()),
    // What changed before the hints came, the line tells when it opens.
    hintsArrive.watch(() => void plan()),
    // The outbox syncs after an item was sent: from then on a person may wait for its outcome.
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

/** A visitor has nothing to sync, but wants to know when the network is back. */
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

/** A page that nobody sees asks nothing; it does when it is seen again. */
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

/** Whether the server tells this page, at once, that something of the member's has changed. */
export const hintsArrive = new Store(false);
