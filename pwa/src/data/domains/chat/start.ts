/** The little of the chat that every page needs; all else comes when there is something to say. */
import { onSign } from '../../kit/wake';
import { getSession, watchSession } from '../../session/token';
import { storedGuest, watchGuest } from '../../session/guest';

type Listening = typeof import('./listening');

const listening = () => import('./listening');

/** The pauses before a lost file is asked for again: a network that is said to be back often loses the first requests. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Keeps the conversation live while the page is open: for members, and for guests once they have
 * said something. Returns how to stop.
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
        // Without a network there is nothing to listen to either: looked at again, at once where the network came back
        // before the lost request gave up.
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

/** A guest who signed in takes the conversation along. What that needs is loaded only then. */
export function joinGuestLater(): void {
  if (!getSession() || !storedGuest()) return;
  void listening().then(
    ({ joinGuest }) => joinGuest(),
    () => {},
  );
}
