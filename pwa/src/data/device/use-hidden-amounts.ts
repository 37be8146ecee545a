import { useSyncExternalStore } from 'react';
import { Signal } from '../kit/store';
import { lasting } from '../kit/web-storage';

const KEY = 'hide-amounts';
const changed = new Signal();

/** Whether amounts are covered on this phone, for those who open it on a bus. One answer for all that shows them. */
export function useHiddenAmounts(): [boolean, () => void] {
  const hidden = useSyncExternalStore(changed.watch, isHidden);
  return [hidden, toggle];
}

function isHidden(): boolean {
  return lasting.get(KEY) === '1';
}

function toggle(): void {
  lasting.set(KEY, isHidden() ? '0' : '1');
  changed.tell();
}
