/** The operator's session: kept for this tab only. The members' session is separate. */
import { call } from '@/data/api/client';
import { isApiError } from '@/data/api/errors';
import { Store } from '@/data/kit/store';
import { useStore } from '@/data/kit/use-store';
import type { OperatorSession } from './types';
import { tabStorage } from '@/data/kit/web-storage';

/** The sections of the console. */
export type Section = 'inbox' | 'queue' | 'proposals' | 'log';

const KEY = 'operator-session';
/** The sections of each role, the main one first. */
const SECTIONS_OF_ROLE: Record<string, Section[]> = {
  support: ['inbox'],
  cashier: ['queue', 'proposals'],
  admin: ['inbox', 'queue', 'proposals', 'log'],
};

export interface SessionState {
  session: OperatorSession | null;
  /** True if the server ended the session, false after a logout. The login page shows it. */
  expired: boolean;
}

export const sessionStore = new Store<SessionState>({ session: restoreSession(), expired: false });

export function useSession(): SessionState {
  return useStore(sessionStore);
}

export function currentSession(): OperatorSession | null {
  return sessionStore.get().session;
}

export function sectionsOfOperator({ role }: OperatorSession): Section[] {
  return SECTIONS_OF_ROLE[role] ?? [];
}

/** Returns the operator's sections; empty without a session. */
export function currentSections(): Section[] {
  const session = currentSession();
  return session ? sectionsOfOperator(session) : [];
}

/**
 * Returns the logged-in operator. Throws without a session, because pages are rendered only for operators.
 */
export function useOperator(): OperatorSession {
  const { session } = useSession();
  if (!session) throw new Error('a page without an operator');
  return session;
}

export function mayReply(session: OperatorSession): boolean {
  return sectionsOfOperator(session).includes('inbox');
}

export function mayUseCashier(session: OperatorSession): boolean {
  return sectionsOfOperator(session).includes('queue');
}

/** Logs the operator in. Rejects with ApiError. */
export async function logIn(username: string, password: string, code: string): Promise<void> {
  const body = { username, password, code };
  const {
    token,
    username: name,
    role,
    expiresAt,
  } = await call('POST', '/api/operator/login', { body, auth: false });
  storeSession({ token, username: name, role, expiresAt });
}

/** Ends the session on this screen at once. The request to the server may fail. */
export function logOut(): void {
  const session = currentSession();
  if (!session) return;
  clearSession(false);
  void call('POST', '/api/operator/logout', { auth: session.token }).catch(() => {});
}

/** Ends the session of this token, unless a newer session has replaced it. */
export function expireOperatorSession(token: string): void {
  if (currentSession()?.token === token) clearSession(true);
}

/** Returns whether the server no longer accepts the token. A wrong password does not end a session. */
export function isSessionExpired(error: unknown): boolean {
  return isApiError(error) && error.status === 401 && error.code !== 'WRONG_CREDENTIAL';
}

function storeSession(session: OperatorSession): void {
  tabStorage.set(KEY, JSON.stringify(session));
  sessionStore.set({ session, expired: false });
}

function clearSession(expired: boolean): void {
  tabStorage.remove(KEY);
  sessionStore.set({ session: null, expired });
}

/**
 * Returns the stored session. The server's time is not known yet, so only the server can decide whether the
 * session has expired.
 */
function restoreSession(): OperatorSession | null {
  try {
    return JSON.parse(tabStorage.get(KEY) ?? 'null') as OperatorSession | null;
  } catch {
    return null;
  }
}
