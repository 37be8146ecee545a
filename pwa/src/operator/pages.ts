/** Which code draws which address. Each work is a file of its own, so that nobody loads another's. */
import { LazyRoute, type RouteComponent } from '@tanstack/react-router';
import { ApiError, NETWORK } from '@/data/api/errors';
import { App } from './app';
import { PageFailed } from './frame/page-failed';
import { PageLoading } from './frame/page-loading';
import { loadCashierWords } from './i18n';
import { inboxRoute, logRoute, pairsRoute, queueRoute, rootRoute, router } from './router';
import { sessionStore } from './session';

/** Follows logins and logouts from now on, for the page's life. */
export function startPages(): void {
  // Between a login and its page there is none.
  rootRoute.update({ component: App, notFoundComponent: PageLoading });
  router.update({
    ...router.options,
    defaultErrorComponent: PageFailed,
    defaultPendingComponent: PageLoading,
  });
  inboxRoute.lazy(page(async () => (await import('./inbox/inbox-page')).InboxPage));
  queueRoute.lazy(page(async () => (await import('./cashier/queue/queue-page')).QueuePage, loadCashierWords));
  pairsRoute.lazy(page(async () => (await import('./cashier/pairs/pairs-page')).PairsPage, loadCashierWords));
  logRoute.lazy(page(async () => (await import('./cashier/log/log-page')).LogPage, loadCashierWords));
  sessionStore.watch(() => void router.invalidate());
}

/** A page's code and words. Where they could not be loaded, the router asks for them again with the next visit. */
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
