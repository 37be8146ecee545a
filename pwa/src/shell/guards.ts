import { redirect } from '@tanstack/react-router';
import { clearSessionData, getSession } from '@/data/session/session';
import { keepWayBack } from '@/nav/way-back';

/** The guard of the signed-in pages: without a token they lead to the login, which leads back to the page. */
export function requireSession({ location }: { location: { href: string } }): void {
  if (getSession()) return;
  keepWayBack(location.href);
  throw redirect({ to: '/login', replace: true, state: { comesBack: true } });
}

/**
 * The guard of the public pages: a stored session is ended. What is queued stays on the device, since
 * an invite link must not cost anyone a slip.
 */
export function leaveSession(): void {
  if (getSession()) clearSessionData();
}
