import { serverNow } from '@/data/api/clock';
import type { LookupName } from '@/data/api/types';
import { isOffline } from '@/data/device/connection';
import { getLocale } from '@/data/device/locale';
import { refreshResource } from '@/data/engine/resources/refresh';
import { deviceStorage } from '@/data/kit/web-storage';

const KEY = 'lookups-kept';

/** The lookups that a member may need offline. */
const NEEDED: readonly LookupName[] = [
  'info',
  'deposit',
  'withdraw',
  'slip',
  'conditions',
  'agreements',
  'contact',
  'notice',
  'enableChatWidget',
];

/**
 * Fetches lookups that members may need offline, before any screen has requested them. Runs once per day and
 * language. After that the sync reports changes.
 */
export async function prefetchLookups(): Promise<void> {
  const mark = `${getLocale()} ${new Date(serverNow()).toDateString()}`;
  if (deviceStorage.get(KEY) === mark) return;
  await Promise.all(NEEDED.map((name) => refreshResource(name)));
  if (!isOffline()) deviceStorage.set(KEY, mark);
}
