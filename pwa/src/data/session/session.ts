/**
 * Signing in and out. Three ways a session ends, which must not be mixed up:
 * - expiry: the server refused the token. Token, session keys and all synced data go; what waits to
 *   be sent and money commands without an answer stay (`ended.ts`).
 * - a public page: the same.
 * - logout: everything of the member leaves the device.
 */
import { call } from '../api/client';
import { joinGuestLater } from '../chat/start';
import { drain } from '../outbox';
import { inMember } from '../storage/storage';
import { leaveDevice } from './logout';
import { forgetSession, getSession, keepToken, knowMember, whileLoggingOut, type Session } from './token';

export { getSession, type Session } from './token';

export interface Credentials {
  username: string;
  password: string;
  rememberMe: boolean;
}

export interface LogoutResult {
  /** False where items were to be sent first and could not: the member is still signed in. */
  done: boolean;
  unsent: number;
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
  joinGuestLater();
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

/**
 * How many items of this member still wait to be sent. Throws where the device cannot tell: a
 * caller about to delete must not take that for none.
 */
export async function unsentCount(): Promise<number> {
  const member = await knowMember();
  return member ? inMember(member.memberId, (db) => db.outbox.count()) : 0;
}

/**
 * Leaves the device. With 'send' the queue is sent first, and the member stays signed in if
 * anything is left of it; with 'discard' it is deleted unsent.
 */
export async function logout(how: 'send' | 'discard'): Promise<LogoutResult> {
  if (how === 'send') {
    await drain();
    const unsent = await unsentCount();
    if (unsent > 0) return { done: false, unsent };
  }
  const session = getSession();
  if (session) {
    const member = await knowMember().catch(() => null);
    await whileLoggingOut(session.token, () => leaveDevice(session.token, member?.memberId ?? null));
  }
  return { done: true, unsent: 0 };
}
