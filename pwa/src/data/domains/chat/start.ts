/** The part of the chat that every page loads. The rest is loaded when there is a conversation. */
import { onWakeEvent } from '../../kit/wake-events';
import { getSession, watchSession } from '../../session/token';
import { storedGuest, watchGuest } from '../../session/guest';

type LiveChat = typeof import('./live-entry');

const loadLiveChat = () => import('./live-entry');

/**
 * The pauses before a failed chunk is requested again. After the network is reported to be back, the
 * first requests often fail.
 */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * startChat keeps the conversation live while the page is open: for members, and for guests once they
 * have written something. Returns the function that stops it.
 */
export function startChat(load: () => Promise<Pick<LiveChat, 'startLive'>> = loadLiveChat): () => void {
  let stop: (() => void) | null = null;
  let isStopped = false;
  let isCalledAgain = false;
  let pause = FIRST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const loadIfNeeded = () => {
    isCalledAgain = true;
    clearTimeout(timer);
    if (stop || isStopped || !(getSession() || storedGuest())) return;
    stop = () => {};
    isCalledAgain = false;
    void load().then(
      ({ startLive }) => {
        if (!isStopped) stop = startLive();
      },
      () => {
        // Without a network no message can arrive either, so the code can be loaded later. If the network
        // came back before the failed request ended, it is loaded at once.
        stop = null;
        if (isCalledAgain) return loadIfNeeded();
        if (isStopped || !navigator.onLine) return;
        timer = setTimeout(loadIfNeeded, pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
      },
    );
  };
  const stops = [onWakeEvent(['online'], loadIfNeeded), watchSession(loadIfNeeded), watchGuest(loadIfNeeded)];
  loadIfNeeded();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
    stop?.();
  };
}

/** joinGuestLater moves the conversation of a guest who logged in. The code for that is loaded only then. */
export function joinGuestLater(): void {
  if (!getSession() || !storedGuest()) return;
  void loadLiveChat().then(
    ({ joinGuest }) => joinGuest(),
    () => {},
  );
}
