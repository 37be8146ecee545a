/**
 * Where a member was when their session ended: the page with its sheet, and what was typed there, never a
 * password. The next login in this tab leads back to it, within half an hour and for the same member; another
 * member's login drops it. A page that was asked for without any session is nobody's, and anybody's.
 */
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';
import { serverNow } from '@/data/api/clock';
import { hear } from '@/data/device/channel';
import { passing } from '@/data/kit/web-storage';
import { getSession, knowMember, watchSession } from '@/data/session/token';
import { memberPath } from './login-state';

interface WayBack {
  path: string;
  memberId: string | null;
  /** By the server's clock. */
  at: number;
  typed: [name: string, value: unknown][];
}

const KEY = 'way-back';
const LIFE_MS = 30 * 60_000;

/** Whose session this page had last, and what stands in the forms that it shows. */
let lastMember: string | null = null;
/** They logged out, here or in another tab: nothing of theirs stays. */
let hasLeft = false;
const typed = new Map<string, unknown>();
/** What a login has brought back, until the form that it belongs to takes it. */
const revived = new Map<string, unknown>();

/** Remembers who is signed in, for when they no longer are. Returns how to stop. */
export function followMember(): () => void {
  const note = () => {
    const memberId = getSession()?.memberId;
    if (!memberId) return;
    lastMember = memberId;
    hasLeft = false;
  };
  note();
  const stops = [watchSession(note), hear(({ type }) => type === 'logout' && dropWayBack())];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The session has ended under the page of this path. One that its member ended leads nowhere. */
export function keepEndedPage(path: string): void {
  if (!hasLeft) keepWayBack(path);
}

/** There is no session, and this path of the app was asked for. */
export function keepWayBack(path: string): void {
  const forms = [...typed].filter(([, value]) => value !== undefined);
  const way: WayBack = { path, memberId: lastMember, at: serverNow(), typed: forms };
  // Why something was refused is not typed.
  passing.set(
    KEY,
    JSON.stringify(way, (_, value: unknown) => (value instanceof Error ? undefined : value)),
  );
}

/** The member has logged out: nothing is to be come back to. */
export function dropWayBack(): void {
  lastMember = null;
  hasLeft = true;
  passing.remove(KEY);
}

/**
 * Returns the path that the member who has just signed in comes back to, once; null where there is none, and
 * where the login was opened by itself.
 */
export async function takeWayBack(comesBack: boolean): Promise<string | null> {
  const way = comesBack ? parse(passing.get(KEY)) : null;
  passing.remove(KEY);
  const path = memberPath(way?.path);
  if (!way || !path || Math.abs(serverNow() - way.at) > LIFE_MS) return null;
  if (way.memberId === null) return path;
  const member = await knowMember().catch(() => null);
  if (member?.memberId !== way.memberId) return null;
  for (const [name, value] of way.typed) revived.set(name, value);
  return path;
}

/** As `useState`, for what a member types: it comes back with them. The name is of one form, and the value goes into JSON. */
export function useTyped<T>(name: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState<T>(() => (revived.has(name) ? (revived.get(name) as T) : initial));
  useEffect(() => {
    revived.delete(name);
    typed.set(name, value);
    return () => void typed.delete(name);
  }, [name, value]);
  return [value, setValue];
}

function parse(text: string | null): WayBack | null {
  try {
    const { path, memberId, at, typed: forms } = JSON.parse(text ?? '') as Partial<WayBack>;
    if (typeof path !== 'string' || typeof at !== 'number' || !Array.isArray(forms)) return null;
    return { path, memberId: memberId ?? null, at, typed: forms };
  } catch {
    return null;
  }
}
