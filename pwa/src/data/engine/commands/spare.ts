/**
 * The keys of money commands without an answer a second time, in local storage: a database that is emptied or breaks
 * must not take with it the key under which a withdrawal may have been paid. The database is the first copy; what
 * only one of the two has is under way as well.
 */
import { lastingList } from '../../kit/web-storage';
import type { CommandRow } from '../../storage/db';
import { movesMoney } from './commands';

export interface SpareKeys {
  rows(): CommandRow[];
  put(row: CommandRow): void;
  drop(keys: readonly string[]): void;
}

export function spareKeysOf(memberId: string): SpareKeys {
  const { rows, write } = lastingList<CommandRow>(nameFor(memberId));
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

/** The member leaves the device. */
export function forgetSpareKeys(memberId: string): void {
  lastingList(nameFor(memberId)).write([]);
}

const nameFor = (memberId: string): string => `unsettled:${memberId}`;
