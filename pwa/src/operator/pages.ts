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
import { inboxRoute, logRoute, proposalsRoute, queueRoute, rootRoute, router } from './router';
import { sessionStore } from './session';

/** Sets the code of each route, and follows logins and logouts until the page closes. */
export function startPages(): void {
  // Between a login and its page no route matches yet, so a loader is shown.
  rootRoute.update({ component: App, notFoundComponent: PageLoading });
  router.update({
    ...router.options,
    defaultErrorComponent: PageFailed,
    defaultPendingComponent: PageLoading,
  });
  inboxRoute.lazy(createLoader(async () => (await import('./inbox/inbox-page')).InboxPage));
  queueRoute.lazy(
    createLoader(async () => (await import('./cashier/queue/queue-page')).QueuePage, loadCashierTexts),
  );
  proposalsRoute.lazy(
    createLoader(
      async () => (await import('./cashier/proposals/proposals-page')).ProposalsPage,
      loadCashierTexts,
    ),
  );
  logRoute.lazy(createLoader(async () => (await import('./cashier/log/log-page')).LogPage, loadCashierTexts));
  sessionStore.watch(() => void router.invalidate());
}

/** Returns a loader of a page's code and texts. If it rejects, the router loads again at the next visit. */
function createLoader(code: () => Promise<RouteComponent>, texts?: () => Promise<void>) {
  return async () => {
    try {
      const [component] = await Promise.all([code(), texts?.()]);
      return new LazyRoute({ id: '', component });
    } catch {
      throw new ApiError(NETWORK);
    }
  };
}
