import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen';
import { CrashPage, NotFoundPage } from './shell/notice-page';

export const router = createRouter({
  routeTree,
  scrollRestoration: true,
  // A finger on a link is nearly a tap: its code is there when the finger lifts.
  defaultPreload: 'intent',
  defaultPreloadDelay: 0,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: CrashPage,
  // Pages come from the device; a spinner between them would only flicker.
  defaultPendingMs: 1000,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
