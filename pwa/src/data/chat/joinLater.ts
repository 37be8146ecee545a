import { getSession } from '../token';
import { storedGuest } from './guest';

/** A guest who signed in takes the conversation along. What that needs is loaded only then. */
export function joinGuestLater(): void {
  if (!getSession() || !storedGuest()) return;
  void import('./late').then(
    ({ joinGuest }) => joinGuest(),
    () => {},
  );
}
