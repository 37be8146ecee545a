/** Who works here: for this tab only, and gone with it. The members' session is another's business. */
import { call } from '@/data/api/client';
import { isApiError } from '@/data/api/errors';
import { Store } from '@/data/kit/store';
import { useStore } from '@/data/kit/use-store';
import type { OperatorSession } from './types';
import { passing } from '@/data/kit/web-storage';

/** The console's kinds of work. */
export type Section = 'inbox' | 'queue' | 'pairs' | 'log';

const KEY = 'operator-session';
/** What each role works at here, the first thing first. */
const WORK: Record<string, Section[]> = {
  support: ['inbox'],
  cashier: ['queue', 'pairs'],
  admin: ['inbox', 'queue', 'pairs', 'log'],
};

export interface SessionState {
  session: OperatorSession | null;
  /** The server ended it: said on the login, which is not the same as logging out. */
  expired: boolean;
}

export const sessionStore = new Store<SessionState>({ session: restore(), expired: false });

export function useSession(): SessionState {
  return useStore(sessionStore);
}

export function currentSession(): OperatorSession | null {
  return sessionStore.get().session;
}

export function workOf({ role }: OperatorSession): Section[] {
  return WORK[role] ?? [];
}

/** What the page is for: nothing while nobody is signed in. */
export function workNow(): Section[] {
  const session = currentSession();
  return session ? workOf(session) : [];
}

/** The signed-in operator. Throws where nobody is: the pages are for operators alone. */
export function useOperator(): OperatorSession {
  const { session } = useSession();
  if (!session) throw new Error('a page without an operator');
  return session;
}

export function mayAnswer(session: OperatorSession): boolean {
  return workOf(session).includes('inbox');
}

export function mayCash(session: OperatorSession): boolean {
  return workOf(session).includes('queue');
}

/** Throws ApiError. */
export async function logIn(username: string, password: string, code: string): Promise<void> {
  const body = { username, password, code };
  const {
    token,
    username: name,
    role,
    expiresAt,
  } = await call('POST', '/api/operator/login', { body, auth: false });
  keep({ token, username: name, role, expiresAt });
}

/** This screen forgets it at once, whether or not the server hears of it. */
export function logOut(): void {
  const session = currentSession();
  if (!session) return;
  end(false);
  void call('POST', '/api/operator/logout', { auth: session.token }).catch(() => {});
}

/** The token opens nothing any more, unless another has taken its place meanwhile. */
export function endSession(token: string): void {
  if (currentSession()?.token === token) end(true);
}

/** True where the server does not know who is asking. A password that is wrong ends nothing. */
export function isSignedOut(error: unknown): boolean {
  return isApiError(error) && error.status === 401 && error.code !== 'WRONG_CREDENTIAL';
}

function keep(session: OperatorSession): void {
  passing.set(KEY, JSON.stringify(session));
  sessionStore.set({ session, expired: false });
}

function end(expired: boolean): void {
  passing.remove(KEY);
  sessionStore.set({ session: null, expired });
}

/** Returns the kept session. Only the server says whether it has expired: no answer has told its time yet. */
function restore(): OperatorSession | null {
  try {
    return JSON.parse(passing.get(KEY) ?? 'null') as OperatorSession | null;
  } catch {
    return null;
  }
}
