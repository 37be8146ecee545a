import { redirect } from '@tanstack/react-router';
import { clearSessionData, getSession } from '@/data/session/session';

/** The signed-in area: no token, no page. */
export function requireSession(): void {
  if (!getSession()) throw redirect({ to: '/login', replace: true });
}

/**
 * A public page with a token stored ends that session. What is queued stays on
 * the device: an invite link must not cost anyone a slip.
 */
export function leaveSession(): void {
  if (getSession()) clearSessionData();
}
