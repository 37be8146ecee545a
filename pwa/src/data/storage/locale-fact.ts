/** The service worker's copy of the chosen language: local storage is out of its reach. */
import { inDevice } from './storage';

const KEY = 'locale';

export async function keepLocale(value: string): Promise<void> {
  await inDevice((db) => db.facts.put({ key: KEY, value })).catch(() => {});
}

/** Undefined until a page has told. */
export async function keptLocale(): Promise<unknown> {
  return (await inDevice((db) => db.facts.get(KEY)))?.value;
}
