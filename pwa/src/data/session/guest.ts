/**
 * The guest id: a secret that this browser generates. It is the only proof that a guest owns a conversation.
 * Local storage (`guest-id`) is authoritative. The `device` database has a copy for the service worker, and
 * whether the id was used yet.
 */
import { newId } from '../kit/digest';
import { Signal } from '../kit/store';
import { deviceStorage } from '../kit/web-storage';
import { readGuestFact, storeGuestFact } from '../storage/device-facts';
import type { Caller } from './member';
import { getSession, resolveMember } from './token';

const KEY = 'guest-id';
const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const changed = new Signal();

/** storedGuest returns the guest id, or null if nobody has chatted as a guest on this device. */
export function storedGuest(): string | null {
  const id = deviceStorage.get(KEY);
  return id && VERSION_4.test(id) ? id : null;
}

/** watchGuest notifies of each change, in any tab. Returns the unsubscribe function. */
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

/**
 * ensureGuest returns the guest id, and generates one if there is none. From now on the id counts as used.
 */
export async function ensureGuest(): Promise<string> {
  const id = storedGuest() ?? storeGuest(newId());
  if (await storeGuestFact({ id, used: true })) changed.emit();
  return id;
}

/**
 * isGuestUsed returns whether the server may know the id. It is false for an id that replaced another one and
 * has sent nothing yet.
 */
export async function isGuestUsed(id: string): Promise<boolean> {
  const fact = await readGuestFact().catch(() => undefined);
  return fact?.id !== id || fact.used;
}

/**
 * currentCaller returns the member who is logged in, otherwise the guest. Returns null if there is
 * neither, and for a guest who has sent nothing.
 */
export async function currentCaller(): Promise<Caller | null> {
  if (getSession()) return resolveMember().catch(() => null);
  const guestId = storedGuest();
  return guestId && (await isGuestUsed(guestId)) ? { guestId } : null;
}

/**
 * replaceGuest replaces this id with a new one, unless another tab has already done so. Returns the current
 * id.
 */
export async function replaceGuest(old: string): Promise<string> {
  const currentId = storedGuest();
  if (currentId && currentId !== old) return currentId;
  const id = storeGuest(newId());
  await storeGuestFact({ id, used: false });
  return id;
}

function storeGuest(id: string): string {
  deviceStorage.set(KEY, id);
  changed.emit();
  return id;
}
