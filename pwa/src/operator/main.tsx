import { createRoot } from 'react-dom/client';
import { serverNow, watchServerTime } from '@/data/api/clock';
import { whenShown } from '@/data/kit/shown';
import { getLocale } from '@/data/device/locale';
import { tellTimeBy } from '@/ui/now';
import { ToastViewport } from '@/ui/toast';
import { App } from './app';
import { startCashier } from './cashier/live';
import { startDeskLayers } from './frame/layer-history';
import { startWords } from './i18n';
import { startDesk } from './live/desk';
import { startPresence } from './presence';
import './operator.css';

// A page that the browser draws ahead asks nothing, and marks nothing as read.
await whenShown();
tellTimeBy({ now: serverNow, watch: watchServerTime });
await startWords(getLocale());
startDesk();
startCashier();
startPresence();
startDeskLayers();

createRoot(document.getElementById('root')!).render(
  <>
    <App />
    <ToastViewport />
  </>,
);
