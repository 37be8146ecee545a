import { useEffect } from 'react';
import { markRead } from '@/data/chat';

/** Tells that it was read what is on the screen: the chat is open, and so is the page. */
export function useReadMarks(newest: number | undefined): void {
  useEffect(() => {
    if (newest === undefined) return;
    const mark = () => {
      if (document.visibilityState === 'visible') markRead();
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [newest]);
}
