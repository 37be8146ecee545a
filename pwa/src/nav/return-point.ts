/**
 * Stores where a member was when their session ended: the page with its sheet, and the typed values, but
 * never a password. The next login in this tab returns there, within half an hour and for the same member.
 * Another member's login deletes the return point. A page that was requested without any session belongs to
 * no member, so any login returns to it.
 */
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';
import { serverNow } from '@/data/api/clock';
import { onBroadcast } from '@/data/device/channel';
import { tabStorage } from '@/data/kit/web-storage';
import { getSession, resolveMember, watchSession } from '@/data/session/token';
import { parseMemberPath } from './login-state';

interface ReturnPoint {
  path: string;
  memberId: string | null;
  /** In server time. */
  at: number;
  typed: [name: string, value: unknown][];
}

const KEY = 'way-back';
const LIFETIME_MS = 30 * 60_000;

/** The member of this page's last session, and the values of the forms on the page. */
let lastMember: string | null = null;
/** True after a logout, here or in another tab. Then nothing of the member is stored. */
let hasLeft = false;
const typed = new Map<string, unknown>();
/** Values that a login has restored, until their form reads them. */
const restored = new Map<string, unknown>();

/**
 * Stores which member is logged in, because that is unknown after the session. Returns a function that stops
 * this.
 */
export function recordLastMember(): () => void {
  const note = () => {
    const memberId = getSession()?.memberId;
    if (!memberId) return;
    lastMember = memberId;
    hasLeft = false;
  };
  note();
  const stops = [watchSession(note), onBroadcast(({ type }) => type === 'logout' && deleteReturnPoint())];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Stores the path at which the session ended, unless the member logged out. */
export function storeEndedPage(path: string): void {
  if (!hasLeft) storeReturnPoint(path);
}

/** Stores the path that was requested without a session. */
export function storeReturnPoint(path: string): void {
  const forms = [...typed].filter(([, value]) => value !== undefined);
  const point: ReturnPoint = { path, memberId: lastMember, at: serverNow(), typed: forms };
  // Errors are left out, because the member did not type them.
  tabStorage.set(
    KEY,
    JSON.stringify(point, (_, value: unknown) => (value instanceof Error ? undefined : value)),
  );
}

/** Deletes the stored path and values after a logout, so that nothing is restored. */
export function deleteReturnPoint(): void {
  lastMember = null;
  hasLeft = true;
  tabStorage.remove(KEY);
}

/**
 * Returns the path to which the member who has just logged in returns; it is returned only once. Returns null
 * if there is none, or if the login was opened directly.
 */
export async function consumeReturnPoint(returnsToPage: boolean): Promise<string | null> {
  const point = returnsToPage ? parse(tabStorage.get(KEY)) : null;
  tabStorage.remove(KEY);
  const path = parseMemberPath(point?.path);
  if (!point || !path || Math.abs(serverNow() - point.at) > LIFETIME_MS) return null;
  if (point.memberId === null) return path;
  const member = await resolveMember().catch(() => null);
  if (member?.memberId !== point.memberId) return null;
  for (const [name, value] of point.typed) restored.set(name, value);
  return path;
}

/**
 * Like `useState`, for a member's input that a login restores. `name` must belong to only one form. The value
 * is stored as JSON.
 */
export function useRestoredState<T>(name: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState<T>(() => (restored.has(name) ? (restored.get(name) as T) : initial));
  useEffect(() => {
    restored.delete(name);
    typed.set(name, value);
    return () => void typed.delete(name);
  }, [name, value]);
  return [value, setValue];
}

function parse(text: string | null): ReturnPoint | null {
  try {
    const { path, memberId, at, typed: forms } = JSON.parse(text ?? '') as Partial<ReturnPoint>;
    if (typeof path !== 'string' || typeof at !== 'number' || !Array.isArray(forms)) return null;
    return { path, memberId: memberId ?? null, at, typed: forms };
  } catch {
    return null;
  }
}
