/**
 * Assigns each route its code. Each section is a separate chunk, so that no operator loads sections of other
 * roles.
 */
import { LazyRoute, type RouteComponent } from '@tanstack/react-router';
import { ApiError, NETWORK } from '@/data/api/errors';
import { App } from './app';
import { PageFailed } from './frame/page-failed';
import { PageLoading } from './frame/page-loading';
import { loadCashierTexts } from './i18n';
import { inboxRoute, logRoute, pairsRoute, queueRoute, rootRoute, router } from './router';
import { sessionStore } from './session';

/** Follows logins and logouts until the page closes. */
export function startPages(): void {
  // Between a login and its page no route matches yet, so a loader is shown.
  rootRoute.update({ component: App, notFoundComponent: PageLoading });
  router.update({
    ...router.options,
    defaultErrorComponent: PageFailed,
    defaultPendingComponent: PageLoading,
  });
  inboxRoute.lazy(page(async () => (await import('./inbox/inbox-page')).InboxPage));
  queueRoute.lazy(page(async () => (await import('./cashier/queue/queue-page')).QueuePage, loadCashierTexts));
  pairsRoute.lazy(page(async () => (await import('./cashier/pairs/pairs-page')).PairsPage, loadCashierTexts));
  logRoute.lazy(page(async () => (await import('./cashier/log/log-page')).LogPage, loadCashierTexts));
  sessionStore.watch(() => void router.invalidate());
}

/** Loads a page's code and texts. If that fails, the router tries again at the next visit. */
function page(code: () => Promise<RouteComponent>, words?: () => Promise<void>) {
  return async () => {
    try {
      const [component] = await Promise.all([code(), words?.()]);
      return new LazyRoute({ id: '', component });
    } catch {
      throw new ApiError(NETWORK);
    }
  };
}
