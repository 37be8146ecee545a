import { useEffect, useEffectEvent, useState } from 'react';
import { readAnew, type Reading } from './live';

/** What every data hook returns. */
export interface Cached<T> {
  /** undefined until the device or the server has any data. */
  data: T | undefined;
  /** When the server sent it; null while it has not. */
  asOf: Date | null;
  /** True while there is nothing to show and a response may still come. */
  loading: boolean;
}

interface Asked {
  /** Identifies the request: another key is another request. */
  key: string;
  ask: () => Promise<void>;
  /** Whether there is a database that a response can be written to. */
  ready: boolean;
  /** Whether the screen has something to show already. */
  known: boolean;
  /** Reads the response once it is stored. */
  reading: Reading<unknown>;
}

/**
 * useAskedOnce requests when the component is first shown, and again when the key changes. Returns true
 * until the request has ended and its result was read: what is being read from the database is not
 * missing.
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
