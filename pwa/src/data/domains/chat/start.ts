/** The part of the chat that every page loads. The rest is loaded when there is a conversation. */
import { onSign } from '../../kit/wake-events';
import { getSession, watchSession } from '../../session/token';
import { storedGuest, watchGuest } from '../../session/guest';

type Listening = typeof import('./live-entry');

const listening = () => import('./live-entry');

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
export function startChat(load: () => Promise<Pick<Listening, 'startLive'>> = listening): () => void {
  let stop: (() => void) | null = null;
  let over = false;
  let called = false;
  let pause = FIRST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    called = true;
    clearTimeout(timer);
    if (stop || over || !(getSession() || storedGuest())) return;
    stop = () => {};
    called = false;
    void load().then(
      ({ startLive }) => {
        if (!over) stop = startLive();
      },
      () => {
        // Without a network no message can arrive either, so the code can be loaded later. If the network
        // came back before the failed request ended, it is loaded at once.
        stop = null;
        if (called) return look();
        if (over || !navigator.onLine) return;
        timer = setTimeout(look, pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
      },
    );
  };
  const stops = [onSign(['online'], look), watchSession(look), watchGuest(look)];
  look();
  return () => {
    over = true;
    clearTimeout(timer);
    for (const end of stops) end();
    stop?.();
  };
}

/** joinGuestLater moves the conversation of a guest who logged in. The code for that is loaded only then. */
export function joinGuestLater(): void {
  if (!getSession() || !storedGuest()) return;
  void listening().then(
    ({ joinGuest }) => joinGuest(),
    () => {},
  );
}
