import { isOffline } from '@/data/connection';
import { getLocale } from '@/data/locale';
import { refreshLookups } from '@/data/resources/refresh';

const KEY = 'lookups-kept';

/**
 * Fetches what members may read offline before they ever opened it: once a day and language. From
 * then on the sync tells what has changed.
 */
export async function keepLookups(): Promise<void> {
  const mark = `${getLocale()} ${new Date().toDateString()}`;
  if (localStorage.getItem(KEY) === mark) return;
  await refreshLookups();
  if (!isOffline()) localStorage.setItem(KEY, mark);
}
