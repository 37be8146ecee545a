import { useEffect, useRef, useState } from 'react';
import type { ShownMessage } from '@/data/chat/types';
import { wordsOf } from './lines';
import { useSide } from './side';

/** What the other side has just said, for a live region: never the history, and never what older pages bring. */
export function useAnnouncement(messages: ShownMessage[]): string {
  const { say, us } = useSide();
  const [said, setSaid] = useState('');
  const heardUpTo = useRef<number>(undefined);
  const newest = messages.findLast(({ seq }) => seq !== undefined)?.seq;
  useEffect(() => {
    const before = heardUpTo.current;
    if (newest === undefined) return;
    heardUpTo.current = newest;
    if (before === undefined) return;
    const fresh = messages.filter(({ seq = 0, sender }) => seq > before && sender !== us);
    const words = fresh.map(({ message }) => wordsOf(message, (type) => say(`media.${type}`)));
    if (words.length > 0) setSaid(say('says', { text: words.join('. ') }));
    // Only a newer one is news.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [newest]);
  return said;
}
