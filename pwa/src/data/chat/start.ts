/** The little of the chat that every page needs; all else comes when there is something to say. */
import { onSign } from '../kit/wake';
import { getSession, watchSession } from '../session/token';
import { storedGuest, watchGuest } from './guest';

/**
 * Keeps the conversation live while the page is open: for members, and for guests once they have
 * said something. Returns how to stop.
 */
export function startChat(): () => void {
  let stop: (() => void) | null = null;
  let over = false;
  const look = () => {
    if (stop || over || !(getSession() || storedGuest())) return;
    stop = () => {};
    void import('./listening').then(
      ({ startLive }) => {
        if (!over) stop = startLive();
      },
      // Without a network there is nothing to listen to either: looked at again.
      () => (stop = null),
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
  void import('./listening').then(
    ({ joinGuest }) => joinGuest(),
    () => {},
  );
}
