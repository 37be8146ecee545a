/** Keeps the cashier's lists fresh: polls, and reacts to logins and to the page becoming visible. */
import { sectionNow, watchSection } from '../router';
import { currentSession, mayCash, sessionStore } from '../session';
import { clearLists, refreshLists } from './boards';

const FRESH_MS = 4_000;
/** On other pages only the number of items is needed, so the lists are polled every eighth time. */
const COUNTS_EVERY = 8;

let pollCount = 0;
let lastOperator = '';

/** Follows logins and logouts until the page closes. */
export function startCashier(): void {
  sessionStore.watch(followSession);
  watchSection(pollIfVisible);
  addEventListener('online', pollIfVisible);
  document.addEventListener('visibilitychange', pollIfVisible);
  setInterval(poll, FRESH_MS);
  followSession();
}

function followSession(): void {
  const { session, expired } = sessionStore.get();
  // After an expired session the same operator continues. For any other operator the lists are cleared.
  if (session ? session.username !== lastOperator : !expired) clearLists();
  lastOperator = session?.username ?? lastOperator;
  pollIfVisible();
}

function pollIfVisible(): void {
  pollCount = 0;
  poll();
}

function poll(): void {
  const session = currentSession();
  if (!session || !mayCash(session) || document.visibilityState !== 'visible') return;
  const isCount = pollCount++ % COUNTS_EVERY === 0;
  const section = sectionNow();
  if (isCount || section === 'queue' || section === 'pairs') void refreshLists();
}
