import type { HomeRow } from '../../storage/db';
import { useLive, type Reading } from '../live/live';

/** All that the home load and the syncs have told. */
export const homeReading: Reading<HomeRow[]> = {
  of: 'member',
  name: 'home',
  read: (db) => db.home.toArray(),
};

/** One part as the phone knows it; asks nobody. */
export function useHomePart(key: string): unknown {
  return useLive(homeReading)?.find((row) => row.key === key)?.value;
}
