import { useEffect, useEffectEvent, useState } from 'react';
import { readAgain, type StoredQuery } from './live';

/** The result of every data hook. */
export interface Cached<T> {
  /** undefined until the device or the server has any data. */
  data: T | undefined;
  /** When the server sent the data; null if it has not yet. */
  asOf: Date | null;
  /** True while there is nothing to show and a response may still come. */
  loading: boolean;
}

interface RequestOnce {
  /** Identifies the request. A new key causes a new request. */
  key: string;
  request: () => Promise<void>;
  /** True if a database is open that can store the response. */
  ready: boolean;
  /** True if the screen already has something to show. */
  hasData: boolean;
  /** Reads the response once it is stored. */
  query: StoredQuery<unknown>;
}

/**
 * useRequestOnce sends the request when the component is first shown, and again when the key changes. Returns
 * true until the request has ended and its result was read. So data that is still being read from the
 * database does not count as missing.
 */
export function useRequestOnce({ key, request, ready, hasData, query }: RequestOnce): boolean {
  const [ended, setEnded] = useState('');
  const sendRequest = useEffectEvent(request);
  const read = useEffectEvent(async () => {
    if (!hasData) await readAgain(query);
  });
  useEffect(() => {
    if (!ready) return;
    let shown = true;
    void sendRequest()
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
