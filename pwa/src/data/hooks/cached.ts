import { useEffect, useState } from 'react';
import { refresh, type RefreshTarget } from '../cache';

/** What every data hook returns. */
export interface Cached<T> {
  /** Undefined until the device or the server has told anything. */
  data: T | undefined;
  /** When the server said so; null while it has not. */
  asOf: Date | null;
  /** True while there is nothing to show and an answer may still come. */
  loading: boolean;
}

/** Asks for the target when it is first shown. True until that has come to an end. */
export function useRefreshOnce(what: RefreshTarget | null, ready: boolean): boolean {
  const key = JSON.stringify(what);
  const [doneFor, setDoneFor] = useState<string | null>(null);
  useEffect(() => {
    if (!ready) return;
    let shown = true;
    const target = JSON.parse(key) as RefreshTarget | null;
    void (target ? refresh(target) : Promise.resolve()).then(() => shown && setDoneFor(key));
    return () => {
      shown = false;
    };
  }, [key, ready]);
  return doneFor !== key;
}

export function dateOf(at: number | undefined): Date | null {
  return at === undefined ? null : new Date(at);
}
