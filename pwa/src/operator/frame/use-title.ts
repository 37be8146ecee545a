import { useEffect } from 'react';
import { useWords } from '../i18n';
import { inboxStore } from '../inbox/inbox';
import { usePart } from '../store';

/** How many are unread stands in the tab, for whoever looks elsewhere. */
export function useTitle(): void {
  const { say, locale } = useWords();
  const unread = usePart(inboxStore, ({ inbox }) => inbox.unread);
  useEffect(() => {
    const title = `${say('inbox.title')} · ${say('app')}`;
    document.title = unread > 0 ? `(${unread}) ${title}` : title;
  }, [unread, say, locale]);
}
