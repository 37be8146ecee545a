import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { getLocale } from '@/data/locale';
import { startData } from '@/data/start';
import { startI18n } from '@/i18n';
import { whenUnverified } from '@/i18n/error-text';
import { ToastViewport } from '@/ui/toast';
import { router } from './router';
import { keepLayers } from './nav/layer-history';
import { startSheets } from './nav/sheets';
import './styles/app.css';

startData({
  onGone: () => void router.navigate({ to: '/terminated', replace: true }),
  onInvalidToken: () => void router.navigate({ to: '/login', search: { expired: true }, replace: true }),
  // A tapped notification: its path is of this app, and this window shows it.
  onOpen: (path) => router.history.push(path),
});

keepLayers(router);
startSheets(router);

whenUnverified(() => void router.navigate({ to: '/login', replace: true }));

// The language is there before the first drawing; nothing else is waited for.
await startI18n(getLocale());

// It stays until the page's own code is there: on slow data nothing blank follows it.
const shown = router.subscribe('onRendered', () => {
  shown();
  document.querySelector('.splash')?.remove();
});

createRoot(document.getElementById('root')!).render(
  <>
    <RouterProvider router={router} />
    <ToastViewport />
  </>,
);
