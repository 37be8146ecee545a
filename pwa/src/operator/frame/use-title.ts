import { useEffect } from 'react';
import { usePairsWaiting, useWaiting } from '../cashier/queue/cashier-tabs';
import { useWords } from '../i18n';
import { inboxStore } from '../inbox/inbox';
import type { Section } from '../place';
import { usePart } from '@/data/kit/useStore';

/** How many wait stands in the tab, for whoever looks elsewhere. */
export function useTitle(section: Section): void {
  const { say, locale } = useWords();
  const unread = usePart(inboxStore, ({ inbox }) => inbox.unread);
  const counts: Record<Section, number> = {
    inbox: unread,
    queue: useWaiting(),
    pairs: usePairsWaiting(),
    log: 0,
  };
  const count = counts[section];
  useEffect(() => {
    const names = {
      inbox: say('inbox.title'),
      queue: say('cash.title'),
      pairs: say('cash.tab.pairs'),
      log: say('cash.log.title'),
    };
    const title = `${names[section]} · ${say('app')}`;
    document.title = count > 0 ? `(${count}) ${title}` : title;
  }, [section, count, say, locale]);
}
