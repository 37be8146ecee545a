import { useSyncExternalStore } from 'react';
import { useCommand, useResumed } from '../commandStatus';
import { moneyOf, runOf, watchRuns, type Money } from './money';

/** Where the money command of this name stands. */
export function useMoney<T = unknown>(name: string): Money<T> {
  useSyncExternalStore(watchRuns, () => runOf(name));
  const resumed = useResumed(name);
  const { checking } = useCommand(name);
  return moneyOf(name, resumed, checking) as Money<T>;
}
