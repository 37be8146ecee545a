import { redirect } from '@tanstack/react-router';
import { clearSessionData, getSession } from '@/data/session/session';
import { storeReturnPoint } from '@/nav/return-point';

/** Guards the members' pages. Without a token it redirects to the login, which returns to the page. */
export function requireSession({ location }: { location: { href: string } }): void {
  if (getSession()) return;
  storeReturnPoint(location.href);
  throw redirect({ to: '/login', replace: true, state: { returnsToPage: true } });
}

/**
 * Guards the public pages: it ends a stored session. It keeps the outbox on the device, because opening an
 * invite link must not delete a member's slip.
 */
export function leaveSession(): void {
  if (getSession()) clearSessionData();
}
