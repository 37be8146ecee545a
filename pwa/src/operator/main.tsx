import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { serverNow, watchServerTime } from '@/data/api/clock';
import { whenShown } from '@/data/kit/page';
import { getLocale } from '@/data/device/locale';
import { tellTimeBy } from '@/ui/now';
import { ToastViewport } from '@/ui/toast';
import { keepLayers } from '@/nav/layer-history';
import { startBackground } from './background';
import { startWords } from './i18n';
import { startPages } from './pages';
import { startPresence } from './presence';
import { router } from './router';
import './operator.css';

// A prerendered page must neither send requests nor mark messages as read.
await whenShown();
tellTimeBy({ now: serverNow, watch: watchServerTime });
await startWords(getLocale());
startBackground();
startPages();
startPresence();
keepLayers(router);

createRoot(document.getElementById('root')!).render(
  <>
    <RouterProvider router={router} />
    <ToastViewport />
  </>,
);
