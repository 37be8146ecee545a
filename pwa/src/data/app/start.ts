/** Starts the data code; the page calls it once, before the first screen. */
import './page-registrations';
import { configureClient } from '../api/client';
import { followBadge } from './badge';
import { joinGuestLater } from '../domains/chat/start';
import { startInstall } from '../device/install';
import { yieldToBrowser } from '../kit/page';
import { getLocale, onLocale } from '../device/locale';
import { installSnooze, storeLocale } from '../storage/device-facts';
import { startOutbox } from '../engine/outbox/triggers';
import { followPush } from '../domains/push/watch';
import { finishDeletions, followOtherTabs, getSession, resolveMember, watchSession } from '../session/token';
import { allowMemory } from '../storage/storage';
import { fetchResource } from '../engine/resources/refresh';
import { startSyncing } from '../engine/sync/triggers';
import { startUpdates } from './update';
import type { Member } from '../session/member';

export interface DataSetup {
  /** Called if the site is closed: go to /terminated. */
  onGone: () => void;
  /** Called when the session has ended, here or in another tab: go to /login. */
  onInvalidToken: () => void;
  /** Called when a notification was tapped: show this path of the app. */
  onOpen: (path: string) => void;
  /** Resolves when the first page is readable. Work that is not visible on that page waits for it. */
  shown: Promise<void>;
}

/** startData registers listeners at once. The rest starts when the first page is shown, one task each. */
export async function startData({ onGone, onInvalidToken, onOpen, shown }: DataSetup): Promise<void> {
  configureClient({ onGone, onInvalidToken });
  allowMemory(async () => (await import('../storage/memory')).memoryStorage());
  void startInstall(installSnooze, shown);
  void startUpdates(shown);
  followOtherTabs(onInvalidToken);
  respondToServiceWorker(onOpen);
  onLocale(storeLocale);
  await shown;
  for (const work of [
    () => startSyncing(() => fetchResource('active')),
    startOutbox,
    followBadge,
    startResuming,
    joinGuestLater,
    followPush,
    finishPendingWork,
  ]) {
    await yieldToBrowser();
    work();
  }
}

function finishPendingWork(): void {
  void storeLocale(getLocale());
  void finishDeletions().catch(() => {});
}

/** Repeats commands that got no response, for the logged-in member or for a member who logs in later. */
function startResuming(): void {
  let resumedToken: string | undefined;
  const resume = () => {
    const token = getSession()?.token;
    if (token && token !== resumedToken) resumeLater();
    resumedToken = token;
  };
  watchSession(resume);
  resume();
}

/**
 * Loads the code that repeats commands. A page without a session does not need it, since only members have
 * commands without a response.
 */
function resumeLater(): void {
  void import('../engine/commands/send').then(
    ({ resumeCommands }) => resumeCommands(),
    () => addEventListener('online', resumeLater, { once: true }),
  );
}

/**
 * A request of the service worker to an open page. `who`: return the member and token if the token is not
 * stored on the device (no remember-me). The response goes through the port and is never stored. `open`: show
 * the page of a tapped notification.
 */
type WorkerRequest =
  | { type: 'who' }
  /** `path` is a path of this origin, with its query. */
  | { type: 'open'; path: string };

type WhoResponse = Member | null;

/** Responds to the service worker. Returns the unsubscribe function. */
function respondToServiceWorker(onOpen: (path: string) => void): () => void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const onMessage = (event: MessageEvent<WorkerRequest | null>) => {
    const [port] = event.ports;
    if (event.data?.type === 'open') onOpen(event.data.path);
    if (event.data?.type !== 'who' || !port) return;
    void resolveMember()
      .catch(() => null)
      .then((member) => port.postMessage(member satisfies WhoResponse));
  };
  container?.addEventListener('message', onMessage);
  return () => container?.removeEventListener('message', onMessage);
}
