import { useEffect, useEffectEvent, useState } from 'react';

/** What every data hook returns. */
export interface Cached<T> {
  /** Undefined until the device or the server has told anything. */
  data: T | undefined;
  /** When the server said so; null while it has not. */
  asOf: Date | null;
  /** True while there is nothing to show and an answer may still come. */
  loading: boolean;
}

/**
 * Asks when this is first shown, and again when the key changes. True until that has come to an
 * end.
 */
export function useAskedOnce(key: string, ask: () => Promise<void>, ready: boolean): boolean {
  const [ended, setEnded] = useState('');
  const begin = useEffectEvent(ask);
  useEffect(() => {
    if (!ready) return;
    let shown = true;
    void begin().then(() => shown && setEnded(key));
    return () => {
      shown = false;
    };
  }, [key, ready]);
  return ended !== key;
}

export function dateOf(at: number | undefined): Date | null {
  return at === undefined ? null : new Date(at);
}
