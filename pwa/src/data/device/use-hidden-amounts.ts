import { useSyncExternalStore } from 'react';
import { Signal } from '../kit/store';
import { deviceStorage } from '../kit/web-storage';

const KEY = 'hide-amounts';
const changed = new Signal();

/**
 * useHiddenAmounts returns whether amounts are hidden on this device, for members in public places, and
 * the toggle. All components share one value.
 */
export function useHiddenAmounts(): [boolean, () => void] {
  const hidden = useSyncExternalStore(changed.watch, isHidden);
  return [hidden, toggle];
}

function isHidden(): boolean {
  return deviceStorage.get(KEY) === '1';
}

function toggle(): void {
  deviceStorage.set(KEY, isHidden() ? '0' : '1');
  changed.emit();
}
