/** Facts about the device in its database, for pages and the service worker. */
import { serverNow, waitForServerTime } from '../api/clock';
import { withDeviceDb } from './storage';

const INSTALL_SNOOZED_AT = 'install-rested-at';
const LOCALE = 'locale';
const GUEST = 'guest';

async function readFact(key: string): Promise<unknown> {
  return (await withDeviceDb((db) => db.facts.get(key)))?.value;
}

/** Does nothing if the device has no storage. */
async function writeFact(key: string, value: unknown): Promise<void> {
  await withDeviceDb((db) => db.facts.put({ key, value })).catch(() => {});
}

/** The store of `device/install.ts`: when the member last chose "later", by the server's clock. */
export const installSnooze = {
  now: serverNow,
  waitForTime: waitForServerTime,
  read: async () => Number((await readFact(INSTALL_SNOOZED_AT)) ?? 0),
  write: (at: number) => writeFact(INSTALL_SNOOZED_AT, at),
};

/** storeLocale stores the chosen language for the service worker, which cannot read local storage. */
export function storeLocale(locale: string): Promise<void> {
  return writeFact(LOCALE, locale);
}

/** storedLocale returns undefined until a page has stored the language. */
export function storedLocale(): Promise<unknown> {
  return readFact(LOCALE);
}

/** The device's record of its guest, in addition to local storage, for the service worker. */
export interface GuestFact {
  id: string;
  /** False until the id is used with the server. */
  used: boolean;
}

export async function readGuestFact(): Promise<GuestFact | undefined> {
  return (await readFact(GUEST)) as GuestFact | undefined;
}

/** storeGuestFact stores the record of the guest. Returns false if nothing changed. */
export async function storeGuestFact(value: GuestFact): Promise<boolean> {
  const known = await readGuestFact().catch(() => undefined);
  if (known?.id === value.id && known.used === value.used) return false;
  await writeFact(GUEST, value);
  return true;
}
