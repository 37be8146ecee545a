import { useEffect, useEffectEvent, useState } from 'react';
import { readAnew, type Reading } from './live';

/** What every data hook returns. */
export interface Cached<T> {
  /** Undefined until the device or the server has told anything. */
  data: T | undefined;
  /** When the server said so; null while it has not. */
  asOf: Date | null;
  /** True while there is nothing to show and an answer may still come. */
  loading: boolean;
}

interface Asked {
  /** What is asked for: another key is another question. */
  key: string;
  ask: () => Promise<void>;
  /** Whether there is a database yet that an answer can be written to. */
  ready: boolean;
  /** Whether the screen has something to show already. */
  known: boolean;
  /** Where the answer comes from when it has been written. */
  reading: Reading<unknown>;
}

/**
 * Asks when this is first shown, and again when the key changes. True until that has come to an end and
 * what it brought has been read: what is on its way from the database to the screen is not missing.
 */
export function useAskedOnce({ key, ask, ready, known, reading }: Asked): boolean {
  const [ended, setEnded] = useState('');
  const begin = useEffectEvent(ask);
  const read = useEffectEvent(async () => {
    if (!known) await readAnew(reading);
  });
  useEffect(() => {
    if (!ready) return;
    let shown = true;
    void begin()
      .then(() => (shown ? read() : undefined))
      .then(() => shown && setEnded(key));
    return () => {
      shown = false;
    };
  }, [key, ready]);
  return ended !== key;
}

export function dateOf(at: number | undefined): Date | null {
  return at === undefined ? null : new Date(at);
}
