import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { serverNow, watchServerTime } from '@/data/api/clock';
import { whenShown } from '@/data/kit/page';
import { getLocale } from '@/data/device/locale';
import { setTimeSource } from '@/ui/now';
import { ToastViewport } from '@/ui/toast';
import { connectLayers } from '@/nav/layer-history';
import { startBackground } from './background';
import { startTexts } from './i18n';
import { startPages } from './pages';
import { startPresence } from './presence';
import { router } from './router';
import './operator.css';

// A prerendered page must neither send requests nor mark messages as read.
await whenShown();
setTimeSource({ now: serverNow, watch: watchServerTime });
await startTexts(getLocale());
startBackground();
startPages();
startPresence();
connectLayers(router);

createRoot(document.getElementById('root')!).render(
  <>
    <RouterProvider router={router} />
    <ToastViewport />
  </>,
);
