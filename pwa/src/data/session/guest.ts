/**
 * The guest id: a secret that this browser made, and all that says whose a guest's conversation
 * is. Local storage is the truth (`guest-id`); the `device` database holds the worker's copy and
 * whether anything was said under it yet.
 */
import { newId } from '../kit/digest';
import { Signal } from '../kit/store';
import { lasting } from '../kit/web-storage';
import { guestFact, noteGuest } from '../storage/device-facts';
import type { Caller } from './member';
import { getSession, knowMember } from './token';

const KEY = 'guest-id';
const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const changed = new Signal();

/** Null where nobody has chatted as a guest here. */
export function storedGuest(): string | null {
  const id = lasting.get(KEY);
  return id && VERSION_4.test(id) ? id : null;
}

/** Told of each change, in whichever tab. Returns how to stop. */
export function watchGuest(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) listener();
  };
  addEventListener('storage', onStorage);
  const stop = changed.watch(listener);
  return () => {
    removeEventListener('storage', onStorage);
    stop();
  };
}

/** The id to speak under, made now if there is none. From here on the server may know it. */
export async function ensureGuest(): Promise<string> {
  const id = storedGuest() ?? store(newId());
  if (await noteGuest({ id, used: true })) changed.tell();
  return id;
}

/** False for an id that was made after the last one ended, and has said nothing yet. */
export async function isGuestUsed(id: string): Promise<boolean> {
  const fact = await guestFact().catch(() => undefined);
  return fact?.id !== id || fact.used;
}

/**
 * Returns in whose name this page speaks: the member who is signed in, else the guest. Null where nobody is known, and
 * for a guest who has said nothing.
 */
export async function currentCaller(): Promise<Caller | null> {
  if (getSession()) return knowMember().catch(() => null);
  const guestId = storedGuest();
  return guestId && (await isGuestUsed(guestId)) ? { guestId } : null;
}

/** Puts a new id in the place of this one, unless another tab has done so. */
export async function replaceGuest(old: string): Promise<string> {
  const now = storedGuest();
  if (now && now !== old) return now;
  const id = store(newId());
  await noteGuest({ id, used: false });
  return id;
}

function store(id: string): string {
  lasting.set(KEY, id);
  changed.tell();
  return id;
}
