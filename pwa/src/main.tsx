import { RouterProvider } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { knowCodes } from '@/data/api/answer';
import { serverNow, watchServerTime } from '@/data/api/clock';
import { getLocale } from '@/data/device/locale';
import { whenShown, yieldToBrowser } from './data/kit/page';
import { startData } from '@/data/app/start';
import { startI18n } from '@/i18n';
import { isKnownCode, whenUnverified } from '@/i18n/error-text';
import { tellTimeBy } from '@/ui/now';
import { ToastViewport } from '@/ui/toast';
import { router } from './router';
import { keepLayers } from './nav/layer-history';
import { startSheets } from './nav/sheets';
import { followMember, keepEndedPage } from './nav/way-back';
import { takeOver } from './shell/splash';
import './styles/app.css';

/** By then the app works, even where the page's own code does not come. */
const SHOWN_AT_LATEST_MS = 3_000;

void begin();

/**
 * In this order, each a task of its own: on a slow phone all of it takes a second, and what is tapped or
 * typed meanwhile is not to wait that long. Not awaited above: the page's own code imports from this
 * file's, which has to have ended by then. A page that the browser draws ahead begins once it is shown:
 * a public page would end the session of somebody who has not come to it.
 */
async function begin(): Promise<void> {
  await whenShown();
  for (const step of [wire, sayWords, findPage, draw]) {
    await yieldToBrowser();
    await step();
  }
}

function wire(): void {
  knowCodes(isKnownCode);
  void startData({
    onGone: () => void router.navigate({ to: '/terminated', replace: true }),
    onInvalidToken: () => {
      keepEndedPage(router.state.location.href);
      const state = { comesBack: true };
      void router.navigate({ to: '/login', search: { expired: true }, state, replace: true });
    },
    // A tapped notification: its path is of this app, and this window shows it.
    onOpen: (path) => router.history.push(path),
    shown: new Promise((resolve) => {
      router.subscribe('onRendered', () => resolve());
      setTimeout(resolve, SHOWN_AT_LATEST_MS);
    }),
  });
  tellTimeBy({ now: serverNow, watch: watchServerTime });
  followMember();
  keepLayers(router);
  startSheets(router);
  whenUnverified(() => void router.navigate({ to: '/login', replace: true }));
}

/** The language is there before the first drawing; nothing else is waited for. */
function sayWords(): Promise<void> {
  return startI18n(getLocale());
}

/**
 * The page's own code comes before the first drawing, which then is all of the page. Where the address
 * leads on to another, this follows, as the drawn app does from then on.
 */
function findPage(): Promise<void> {
  // A function of its own: the drawn app listens with the router's, which is not to be taken off with it.
  const follow = router.history.subscribe((move) => void router.load(move));
  const shown = router.subscribe('onRendered', () => {
    shown();
    follow();
  });
  return router.load();
}

function draw(): void {
  const root = document.getElementById('root')!;
  // It stays until the page's own code is there: on slow data nothing blank follows it.
  const shown = router.subscribe('onRendered', () => {
    shown();
    takeOver(document.querySelector('.splash'), root);
  });
  // As a transition React draws in small pieces, between which a tap is answered.
  startTransition(() =>
    createRoot(root).render(
      <>
        <RouterProvider router={router} />
        <ToastViewport />
      </>,
    ),
  );
}
