import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { serverNow, watchServerTime } from '@/data/api/clock';
import { getLocale } from '@/data/locale';
import { startData } from '@/data/start';
import { startI18n } from '@/i18n';
import { whenUnverified } from '@/i18n/error-text';
import { tellTimeBy } from '@/ui/now';
import { ToastViewport } from '@/ui/toast';
import { router } from './router';
import { keepLayers } from './nav/layer-history';
import { startSheets } from './nav/sheets';
import { takeOver } from './shell/splash';
import './styles/app.css';

startData({
  onGone: () => void router.navigate({ to: '/terminated', replace: true }),
  onInvalidToken: () => void router.navigate({ to: '/login', search: { expired: true }, replace: true }),
  // A tapped notification: its path is of this app, and this window shows it.
  onOpen: (path) => router.history.push(path),
});

tellTimeBy({ now: serverNow, watch: watchServerTime });
keepLayers(router);
startSheets(router);

whenUnverified(() => void router.navigate({ to: '/login', replace: true }));

// The language is there before the first drawing; nothing else is waited for.
await startI18n(getLocale());

const root = document.getElementById('root')!;

// It stays until the page's own code is there: on slow data nothing blank follows it.
const shown = router.subscribe('onRendered', () => {
  shown();
  takeOver(document.querySelector('.splash'), root);
});

createRoot(root).render(
  <>
    <RouterProvider router={router} />
    <ToastViewport />
  </>,
);
