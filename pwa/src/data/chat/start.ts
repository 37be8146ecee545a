/** The little of the chat that every page needs; all else comes when there is something to say. */
import { onSign } from '../kit/wake';
import { getSession, watchSession } from '../session/token';
import { storedGuest, watchGuest } from './guest';

type Listening = typeof import('./listening');

const listening = () => import('./listening');

/**
 * Keeps the conversation live while the page is open: for members, and for guests once they have
 * said something. Returns how to stop.
 */
export function startChat(load: () => Promise<Pick<Listening, 'startLive'>> = listening): () => void {
  let stop: (() => void) | null = null;
  let over = false;
  let called = false;
  const look = () => {
    called = true;
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
        if (called) look();
      },
    );
  };
  const stops = [onSign(['online'], look), watchSession(look), watchGuest(look)];
  look();
  return () => {
    over = true;
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
