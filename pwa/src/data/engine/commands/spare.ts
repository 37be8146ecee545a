/**
 * A second copy, in local storage, of the keys of money commands that got no response. If the browser empties
 * the database, the key of a withdrawal that may have been paid must not be lost. The database has the first
 * copy. A key that exists in only one of the two places is still in use.
 */
import { deviceStorageList } from '../../kit/web-storage';
import type { CommandRow } from '../../storage/db';
import { movesMoney } from './commands';

export interface SpareKeys {
  rows(): CommandRow[];
  put(row: CommandRow): void;
  drop(keys: readonly string[]): void;
}

export function spareKeysOf(memberId: string): SpareKeys {
  const { rows, write } = deviceStorageList<CommandRow>(storageKey(memberId));
  return {
    rows,
    put: (row) => {
      if (movesMoney(row.name)) write([...rows().filter(({ key }) => key !== row.key), row]);
    },
    drop: (keys) => {
      const all = rows();
      const kept = all.filter(({ key }) => !keys.includes(key));
      if (kept.length < all.length) write(kept);
    },
  };
}

/** forgetSpareKeys is called when the member logs out. */
export function forgetSpareKeys(memberId: string): void {
  deviceStorageList(storageKey(memberId)).write([]);
}

const storageKey = (memberId: string): string => `unsettled:${memberId}`;
