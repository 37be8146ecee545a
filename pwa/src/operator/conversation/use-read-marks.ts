import { useEffect } from 'react';
import { readUpTo } from './acts';

/** Messages that come together are one mark. */
const SETTLE_MS = 400;

/** Tells that it was read what is on the screen: the conversation is open, and so is the page. */
export function useReadMarks(id: string, top: number, unread: number): void {
  useEffect(() => {
    if (top === 0 || unread === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mark = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible')
        timer = setTimeout(() => void readUpTo(id, top).catch(() => {}), SETTLE_MS);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', mark);
    };
  }, [id, top, unread]);
}
