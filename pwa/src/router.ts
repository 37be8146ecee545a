import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen';
import { CrashPage, NotFoundPage } from './shell/notice-page';

export const router = createRouter({
  routeTree,
  scrollRestoration: true,
  // A finger on a link is nearly a tap: the code is loaded by the time the finger lifts.
  defaultPreload: 'intent',
  defaultPreloadDelay: 0,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: CrashPage,
  // Pages render from data on the device; a spinner between them would only flicker.
  defaultPendingMs: 1000,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
