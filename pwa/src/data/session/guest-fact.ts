/** What the device knows of its guest besides local storage; the service worker reads it here. */
import { inDevice } from '../storage/storage';

const KEY = 'guest';

export interface GuestFact {
  id: string;
  /** False while the server has never heard of it. */
  used: boolean;
}

export async function guestFact(): Promise<GuestFact | undefined> {
  return (await inDevice((db) => db.facts.get(KEY)))?.value as GuestFact | undefined;
}

/** False where nothing is new. A phone without storage goes without. */
export async function noteGuest(value: GuestFact): Promise<boolean> {
  const known = await guestFact().catch(() => undefined);
  if (known?.id === value.id && known.used === value.used) return false;
  await inDevice((db) => db.facts.put({ key: KEY, value })).catch(() => {});
  return true;
}
