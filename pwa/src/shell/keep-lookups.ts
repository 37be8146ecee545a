import { isOffline } from '@/data/connection';
import { getLocale } from '@/data/locale';
import { refreshLookups } from '@/data/resources/refresh';

const KEY = 'lookups-kept';

/**
 * Fetches what may be read offline before it was ever opened: once a day and
 * language. From then on the sync says what has changed.
 */
export async function keepLookups(): Promise<void> {
  const mark = `${getLocale()} ${new Date().toDateString()}`;
  if (localStorage.getItem(KEY) === mark) return;
  await refreshLookups();
  if (!isOffline()) localStorage.setItem(KEY, mark);
}
