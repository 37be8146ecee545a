/**
 * Login, and the three ways a session ends, which must not be confused:
 * - expiry: the server refused the token. Token, session keys and all synced data are deleted. Queued
 *   items and money commands without a response stay (`end-of-session.ts`).
 * - a public page: the same.
 * - logout: everything of the member is deleted from the device (`logout.ts`).
 */
import { call } from '../api/client';
import { loggedIn, forgetSession, getSession, storeToken, resolveMember, type Session } from './token';

export { getSession, type Session } from './token';

export interface Credentials {
  username: string;
  password: string;
  rememberMe: boolean;
}

/** login throws ApiError (WRONG_CREDENTIAL, INACTIVE_USER, REQUEST_LIMIT, …). */
export async function login({ username, password, rememberMe }: Credentials): Promise<Session> {
  const body = { username, password, rememberMe };
  const { token } = await call('POST', '/api/login', { body, auth: false });
  return startSession(token, rememberMe);
}

/** startSession starts a session with this token, in place of any other. */
export async function startSession(token: string, rememberMe: boolean): Promise<Session> {
  clearSessionData();
  storeToken(token, rememberMe);
  // Without a response, the member's id is requested again later: the login must not depend on it.
  await resolveMember().catch(() => null);
  loggedIn.emit();
  return getSession() ?? { token, remember: rememberMe, memberId: null };
}

/**
 * clearSessionData ends the session, also on the server. Public pages call it. It keeps queued slips and the
 * keys of withdrawals without a response, since opening an invite link must not delete them.
 */
export function clearSessionData(): void {
  const session = getSession();
  if (!session) return;
  const options = { auth: session.token, keepalive: true };
  void call('POST', '/api/logout', options).catch(() => {});
  forgetSession(session.token);
}
