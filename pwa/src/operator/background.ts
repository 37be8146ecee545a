/**
 * Starts background services: the chats' connection and the polling of the cashier's lists. Each is loaded
 * only for operators whose role needs it.
 */
import { watchSection } from './router';
import { currentSession, mayReply, mayUseCashier, sessionStore } from './session';

const services = [
  { may: mayReply, start: async () => (await import('./live/chats')).startChats() },
  { may: mayUseCashier, start: async () => (await import('./cashier/live')).startCashier() },
];
const waiting = new Set(services);

/**
 * Follows logins and logouts until the page closes. It runs on every page, since the frame shows the counts
 * of waiting items everywhere.
 */
export function startBackground(): void {
  sessionStore.watch(startPermitted);
  // Code that failed to load is requested again when the operator changes the section.
  watchSection(startPermitted);
  addEventListener('online', startPermitted);
  startPermitted();
}

function startPermitted(): void {
  const session = currentSession();
  if (!session) return;
  for (const service of waiting) {
    if (!service.may(session)) continue;
    waiting.delete(service);
    service.start().catch(() => waiting.add(service));
  }
}
