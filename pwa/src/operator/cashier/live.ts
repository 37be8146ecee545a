/** Keeps the cashier's lists fresh: polls, and reacts to logins and to the page becoming visible. */
import { readSection, watchSection } from '../router';
import { currentSession, mayUseCashier, sessionStore } from '../session';
import { clearLists, refreshLists } from './boards';

const POLL_MS = 4_000;
/** On other pages only the number of items is needed, so the lists are polled every eighth time. */
const COUNTS_EVERY = 8;

let pollCount = 0;
let lastOperator = '';

/** Follows logins and logouts until the page closes. */
export function startCashier(): void {
  sessionStore.watch(followSession);
  watchSection(pollNow);
  addEventListener('online', pollNow);
  document.addEventListener('visibilitychange', pollNow);
  setInterval(poll, POLL_MS);
  followSession();
}

function followSession(): void {
  const { session, expired } = sessionStore.get();
  // The lists stay after an expired session, so that the same operator continues. A logout or another
  // operator clears them.
  if (session ? session.username !== lastOperator : !expired) clearLists();
  lastOperator = session?.username ?? lastOperator;
  pollNow();
}

function pollNow(): void {
  pollCount = 0;
  poll();
}

function poll(): void {
  const session = currentSession();
  if (!session || !mayUseCashier(session) || document.visibilityState !== 'visible') return;
  const isCountDue = pollCount++ % COUNTS_EVERY === 0;
  const section = readSection();
  if (isCountDue || section === 'queue' || section === 'proposals') void refreshLists();
}
