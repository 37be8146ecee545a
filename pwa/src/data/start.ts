/** Sets the data layer going; the page calls it once, before the first screen. */
import { configureClient } from './api/client';
import { resumeCommands } from './command';
import { startInstall } from './install';
import { startOutbox } from './outbox/triggers';
import { answerServiceWorker } from './serviceWorkerTalk';
import { allowMemory } from './storage';
import { getSession, followOthers, watchSession } from './token';
import { startCatchingUp } from './triggers';
import { startUpdates } from './update';

export interface DataSetup {
  /** The site is closed: to /terminated. */
  onGone: () => void;
  /** The session has ended, here or in another tab: to /login. */
  onInvalidToken: () => void;
}

/** Returns how to stop everything again. */
export function startData({ onGone, onInvalidToken }: DataSetup): () => void {
  configureClient({ onGone, onInvalidToken });
  allowMemory(async () => (await import('./memory')).memoryStorage());
  void startInstall();
  void startUpdates();
  let member = getSession()?.token;
  void resumeCommands();
  const resumeForNew = () => {
    const token = getSession()?.token;
    if (token && token !== member) void resumeCommands();
    member = token;
  };
  const stops = [
    followOthers(onInvalidToken),
    answerServiceWorker(),
    watchSession(resumeForNew),
    startOutbox(),
    startCatchingUp(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
