import { serverNow } from '@/data/api/clock';
import { isOffline } from '@/data/device/connection';
import { getLocale } from '@/data/device/locale';
import { refreshLookups } from '@/data/engine/resources/refresh';
import { lasting } from '@/data/kit/web-storage';

const KEY = 'lookups-kept';

/**
 * Fetches what members may read offline before they ever opened it: once a day and language. From
 * then on the sync tells what has changed.
 */
export async function keepLookups(): Promise<void> {
  const mark = `${getLocale()} ${new Date(serverNow()).toDateString()}`;
  if (lasting.get(KEY) === mark) return;
  await refreshLookups();
  if (!isOffline()) lasting.set(KEY, mark);
}
