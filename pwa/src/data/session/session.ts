/**
 * Signing in and out. Three ways a session ends, which must not be mixed up:
 * - expiry: the server refused the token. Token, session keys and all synced data go; what waits to
 *   be sent and money commands without an answer stay (`ended.ts`).
 * - a public page: the same.
 * - logout: everything of the member leaves the device (`logout.ts`).
 */
import { call } from '../api/client';
import { entered, forgetSession, getSession, keepToken, knowMember, type Session } from './token';

export { getSession, type Session } from './token';

export interface Credentials {
  username: string;
  password: string;
  rememberMe: boolean;
}

/** Signs in. Throws ApiError (WRONG_CREDENTIAL, INACTIVE_USER, REQUEST_LIMIT, …). */
export async function login({ username, password, rememberMe }: Credentials): Promise<Session> {
  const body = { username, password, rememberMe };
  const { token } = await call('POST', '/api/login', { body, auth: false });
  return enter(token, rememberMe);
}

/** Takes a new session in the place of any other. */
export async function enter(token: string, rememberMe: boolean): Promise<Session> {
  clearSessionData();
  keepToken(token, rememberMe);
  // Without an answer now the member is asked for again later; signing in must not hang on it.
  await knowMember().catch(() => null);
  entered.tell();
  return getSession() ?? { token, remember: rememberMe, memberId: null };
}

/**
 * The rule of public pages: the session ends, on the server too. An invite link must not delete a
 * queued slip, nor the key of a withdrawal on its way.
 */
export function clearSessionData(): void {
  const session = getSession();
  if (!session) return;
  const options = { auth: session.token, keepalive: true };
  void call('POST', '/api/logout', options).catch(() => {});
  forgetSession(session.token);
}
