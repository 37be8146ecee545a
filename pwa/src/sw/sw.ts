/**
 * The service worker. It serves the app shell without a network, keeps a few named caches, sends the outbox
 * in the background, shows notifications, and receives shares. It does not handle calls under /api: no
 * response is cached, no write is intercepted.
 */
import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { OUTBOX_SYNC_TAG } from '@/data/engine/outbox/drain';
import { drainInBackground } from './background';
import { NOT_THE_APP, registerCaches } from './caches';
import { registerPrecache } from './precache';
import { openPush, renewPush, showPush } from './push';
import { openShare, receiveShare, SHARE_PATH } from './share';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (string | { url: string; revision: string | null })[];
};

interface SyncEvent extends ExtendableEvent {
  tag: string;
}

interface SubscriptionChange extends ExtendableEvent {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

const shell = registerPrecache(self.__WB_MANIFEST);
cleanupOutdatedCaches();
const isShare = ({ url }: { url: URL }) => url.pathname === SHARE_PATH;
registerRoute(isShare, receiveShare, 'POST');
registerRoute(isShare, openShare);
registerRoute(new NavigationRoute(shell.createHandlerBoundToURL('/index.html'), { denylist: NOT_THE_APP }));
registerCaches();

// The first installation takes control of the page that installed it, so that the page works offline from
// then on. A later version takes over pages only after the member or an idle page has applied the update.
if (!self.registration.active) clientsClaim();

self.addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

// After a rejection the browser calls again, at a time that it chooses.
self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === OUTBOX_SYNC_TAG) sync.waitUntil(drainInBackground());
});

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)));

self.addEventListener('notificationclick', (event) => event.waitUntil(openPush(event.notification)));

self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription, newSubscription } = event as SubscriptionChange;
  (event as ExtendableEvent).waitUntil(renewPush(oldSubscription ?? null, newSubscription ?? null));
});
