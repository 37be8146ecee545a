import { useEffect, useState } from 'react';
import { refresh, type RefreshTarget } from '../cache';
import type { Locale } from '../locale';

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
 * Asks for the target when it is first shown, and again when it is shown in another language.
 * True until that has come to an end.
 */
export function useRefreshOnce(what: RefreshTarget, ready: boolean, locale?: Locale): boolean {
  const asked = JSON.stringify([what, locale]);
  const [ended, setEnded] = useState('');
  useEffect(() => {
    if (!ready) return;
    let shown = true;
    const [target] = JSON.parse(asked) as [RefreshTarget];
    void refresh(target).then(() => shown && setEnded(asked));
    return () => {
      shown = false;
    };
  }, [asked, ready]);
  return ended !== asked;
}

export function dateOf(at: number | undefined): Date | null {
  return at === undefined ? null : new Date(at);
}
