import { RouterProvider } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { registerCodeCheck } from '@/data/api/response';
import { serverNow, watchServerTime } from '@/data/api/clock';
import { getLocale } from '@/data/device/locale';
import { whenShown, yieldToBrowser } from './data/kit/page';
import { startData } from '@/data/app/start';
import { startI18n } from '@/i18n';
import { isKnownCode, whenUnverified } from '@/i18n/error-text';
import { setTimeSource } from '@/ui/now';
import { ToastViewport } from '@/ui/toast';
import { router } from './router';
import { connectLayers } from './nav/layer-history';
import { startSheets } from './nav/sheets';
import { recordLastMember, storeEndedPage } from './nav/return-point';
import { replaceSplash } from './shell/splash';
import './styles/app.css';

/** After this time the data layer starts, even if the page's own code has not loaded. */
const SHOWN_AT_LATEST_MS = 3_000;

void startApp();

/**
 * Each step is a separate task: together they take a second on a slow phone, and taps and typing must not
 * wait that long. Not awaited at the top level: the page's own code imports from this file's chunk, which has
 * to finish first. A prerendered page begins only when it is shown: a prerendered public page would end the
 * session of a member who has not opened it.
 */
async function startApp(): Promise<void> {
  await whenShown();
  for (const step of [connectModules, loadTexts, loadPage, renderApp]) {
    await yieldToBrowser();
    await step();
  }
}

function connectModules(): void {
  registerCodeCheck(isKnownCode);
  void startData({
    onGone: () => void router.navigate({ to: '/terminated', replace: true }),
    onInvalidToken: () => {
      storeEndedPage(router.state.location.href);
      const state = { returnsToPage: true };
      void router.navigate({ to: '/login', search: { expired: true }, state, replace: true });
    },
    // A notification was tapped: its path is in this app, and this window shows it.
    onOpen: (path) => router.history.push(path),
    shown: new Promise((resolve) => {
      router.subscribe('onRendered', () => resolve());
      setTimeout(resolve, SHOWN_AT_LATEST_MS);
    }),
  });
  setTimeSource({ now: serverNow, watch: watchServerTime });
  recordLastMember();
  connectLayers(router);
  startSheets(router);
  whenUnverified(() => void router.navigate({ to: '/login', replace: true }));
}

/** Loads the language before the first render; nothing else is awaited. */
function loadTexts(): Promise<void> {
  return startI18n(getLocale());
}

/**
 * Loads the page's own code before the first render, which then shows the complete page. If the address
 * redirects, the router follows, as the rendered app does later.
 */
function loadPage(): Promise<void> {
  // A separate function: unsubscribing `router.load` itself would also remove the rendered app's subscription.
  const stopFollowing = router.history.subscribe((move) => void router.load(move));
  const unsubscribe = router.subscribe('onRendered', () => {
    unsubscribe();
    stopFollowing();
  });
  return router.load();
}

function renderApp(): void {
  const root = document.getElementById('root')!;
  // The splash stays until the page's own code is loaded, so that a slow connection shows no blank page.
  const unsubscribe = router.subscribe('onRendered', () => {
    unsubscribe();
    replaceSplash(document.querySelector('.splash'), root);
  });
  // In a transition React renders in small pieces, and handles taps between them.
  startTransition(() =>
    createRoot(root).render(
      <>
        <RouterProvider router={router} />
        <ToastViewport />
      </>,
    ),
  );
}
