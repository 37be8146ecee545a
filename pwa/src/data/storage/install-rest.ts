/** When the member last said "later" to installing the app, by the server's clock. */
import { serverNow, serverTimeSure } from '../api/clock';
import type { RestStore } from '../device/install';
import { inDevice } from './storage';

const KEY = 'install-rested-at';

export const installRest: RestStore = {
  now: serverNow,
  timeSure: serverTimeSure,
  read: async () => Number((await inDevice((db) => db.facts.get(KEY)))?.value ?? 0),
  write: async (value) => void (await inDevice((db) => db.facts.put({ key: KEY, value })).catch(() => {})),
};
