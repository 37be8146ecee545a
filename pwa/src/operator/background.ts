/** What runs behind the pages: the connection of the chats, and the clock of the cashier's lists. Loaded for those whose work it is. */
import { watchSection } from './router';
import { currentSession, mayAnswer, mayCash, sessionStore } from './session';

const services = [
  { may: mayAnswer, start: async () => (await import('./live/desk')).startDesk() },
  { may: mayCash, start: async () => (await import('./cashier/live')).startCashier() },
];
const waiting = new Set(services);

/** Follows logins and logouts from now on, for the page's life. On whatever page, the frame shows how many wait. */
export function startBackground(): void {
  sessionStore.watch(startMine);
  // Code that a bad line did not bring is asked for again.
  watchSection(startMine);
  addEventListener('online', startMine);
  startMine();
}

function startMine(): void {
  const session = currentSession();
  if (!session) return;
  for (const service of waiting) {
    if (!service.may(session)) continue;
    waiting.delete(service);
    service.start().catch(() => waiting.add(service));
  }
}
