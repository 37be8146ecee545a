/** What keeps the cashier's lists fresh: logins, a clock, and eyes on the page. */
import { sectionNow, watchSection } from '../router';
import { currentSession, mayCash, sessionStore } from '../session';
import { clearDesk, refreshDesk } from './boards';

const FRESH_MS = 4_000;
/** The other lists only count, in the rail. */
const COUNTS_EVERY = 8;

let beat = 0;
let worker = '';

/** Follows logins and logouts from now on, for the page's life. */
export function startCashier(): void {
  sessionStore.watch(followSession);
  watchSection(look);
  addEventListener('online', look);
  document.addEventListener('visibilitychange', look);
  setInterval(tick, FRESH_MS);
  followSession();
}

function followSession(): void {
  const { session, expired } = sessionStore.get();
  // A session that ran out comes back and goes on; anybody else finds nothing.
  if (session ? session.username !== worker : !expired) clearDesk();
  worker = session?.username ?? worker;
  look();
}

function look(): void {
  beat = 0;
  tick();
}

function tick(): void {
  const session = currentSession();
  if (!session || !mayCash(session) || document.visibilityState !== 'visible') return;
  const isCount = beat++ % COUNTS_EVERY === 0;
  const section = sectionNow();
  if (isCount || section === 'queue' || section === 'pairs') void refreshDesk();
}
