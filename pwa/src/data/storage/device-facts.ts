/** What the device's database knows of the device itself, for pages and the service worker alike. */
import { serverNow, serverTimeSure } from '../api/clock';
import { inDevice } from './storage';

const INSTALL_RESTED_AT = 'install-rested-at';
const LOCALE = 'locale';
const GUEST = 'guest';

async function readFact(key: string): Promise<unknown> {
  return (await inDevice((db) => db.facts.get(key)))?.value;
}

/** A phone without storage goes without. */
async function writeFact(key: string, value: unknown): Promise<void> {
  await inDevice((db) => db.facts.put({ key, value })).catch(() => {});
}

/** When the member last said "later" to installing the app, by the server's clock: the store of `device/install.ts`. */
export const installRest = {
  now: serverNow,
  timeSure: serverTimeSure,
  read: async () => Number((await readFact(INSTALL_RESTED_AT)) ?? 0),
  write: (at: number) => writeFact(INSTALL_RESTED_AT, at),
};

/** Stores the service worker's copy of the chosen language: local storage is out of its reach. */
export function keepLocale(locale: string): Promise<void> {
  return writeFact(LOCALE, locale);
}

/** Undefined until a page has told. */
export function keptLocale(): Promise<unknown> {
  return readFact(LOCALE);
}

/** What the device knows of its guest besides local storage; the service worker reads it here. */
export interface GuestFact {
  id: string;
  /** False while the server has never heard of it. */
  used: boolean;
}

export async function guestFact(): Promise<GuestFact | undefined> {
  return (await readFact(GUEST)) as GuestFact | undefined;
}

/** False where nothing is new. */
export async function noteGuest(value: GuestFact): Promise<boolean> {
  const known = await guestFact().catch(() => undefined);
  if (known?.id === value.id && known.used === value.used) return false;
  await writeFact(GUEST, value);
  return true;
}
