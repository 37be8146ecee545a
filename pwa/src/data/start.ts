/** Sets the data layer going; the page calls it once, before the first screen. */
import { configureClient } from './api/client';
import { joinGuestLater } from './chat/start';
import { startInstall } from './install';
import { getLocale, onLocale } from './locale';
import { keepLocale } from './localeFact';
import { startOutbox } from './outbox/triggers';
import { followPush } from './push/watch';
import { answerServiceWorker } from './session/serviceWorkerTalk';
import { finishEnds, followOthers, getSession, watchSession } from './session/token';
import { allowMemory } from './storage/storage';
import { startCatchingUp } from './sync/triggers';
import { startUpdates } from './update';

export interface DataSetup {
  /** The site is closed: to /terminated. */
  onGone: () => void;
  /** The session has ended, here or in another tab: to /login. */
  onInvalidToken: () => void;
  /** A notification was tapped: show this path of the app. */
  onOpen?: (path: string) => void;
}

/** Returns how to stop everything again. */
export function startData({ onGone, onInvalidToken, onOpen = () => {} }: DataSetup): () => void {
  configureClient({ onGone, onInvalidToken });
  allowMemory(async () => (await import('./storage/memory')).memoryStorage());
  void startInstall();
  void startUpdates();
  void keepLocale(getLocale());
  let member = getSession()?.token;
  void finishEnds().catch(() => {});
  if (member) resumeLater();
  joinGuestLater();
  const resumeForNew = () => {
    const token = getSession()?.token;
    if (token && token !== member) resumeLater();
    member = token;
  };
  const stops = [
    followOthers(onInvalidToken),
    answerServiceWorker(onOpen),
    onLocale(keepLocale),
    followPush(),
    watchSession(resumeForNew),
    startOutbox(),
    startCatchingUp(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** What an earlier page left without an answer is a member's: a visitor does not load what that needs. */
function resumeLater(): void {
  void import('./commands/send').then(
    ({ resumeCommands }) => resumeCommands(),
    () => addEventListener('online', resumeLater, { once: true }),
  );
}
