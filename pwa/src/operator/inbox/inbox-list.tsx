import { useId, useMemo, type ReactNode } from 'react';
import { useSelected, useStore } from '@/data/kit/use-store';
import { cx } from '@/ui/cx';
import { Skeleton } from '@/ui/skeleton';
import { useTexts } from '../i18n';
import { openConversation, useOpen } from '../router';
import { KeyHints } from '../ui/key-hints';
import { ListFailed } from '../ui/list-failed';
import { SmallButton } from '../ui/small-button';
import { inboxStore, loadMore, refreshInbox, setFilter } from './inbox';
import { InboxRow } from './inbox-row';
import { rowsOf, type Filter } from './list';

interface InboxListProps {
  me: string;
  /** Shown above the title, if there is no rail. */
  top: ReactNode;
  status: ReactNode;
  className?: string;
}

/** The conversations, longest wait first. */
export function InboxList({ me, top, status, className }: InboxListProps) {
  const { t } = useTexts();
  const { waiting, unread } = useSelected(inboxStore, ({ inbox }) => inbox);
  return (
    <section aria-labelledby="inbox-title" className={cx('flex min-h-0 flex-col bg-bg', className)}>
      {top}
      <div className="px-4 pt-4 pb-3">
        <div className="flex min-h-9 items-center justify-between gap-2">
          <h1 id="inbox-title" className="text-h2 font-bold">
            {t('inbox.title')}
          </h1>
          {status}
        </div>
        <p className="text-ink-2" aria-live="polite">
          {t('inbox.counts', { waiting, unread })}
        </p>
        <Filters />
      </div>
      <div
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain border-t border-line bg-surface"
        data-testid="inbox"
      >
        <Rows me={me} />
      </div>
      <KeyHints keys={['move', 'open', 'back']} className="px-4" />
    </section>
  );
}

/** Shows the conversations that match the filter, or why there are none. */
function Rows({ me }: Pick<InboxListProps, 'me'>) {
  const { t } = useTexts();
  const open = useOpen();
  const { inbox, filter, state, hasMore, typing } = useStore(inboxStore);
  const rows = useMemo(() => rowsOf(inbox, filter, me), [inbox, filter, me]);
  if (rows.length === 0) {
    if (state === 'loading') return <Loading />;
    if (state === 'failed') return <ListFailed onRetry={refreshInbox} />;
    return <p className="px-6 py-10 text-center text-ink-2">{t(`inbox.none.${filter}`)}</p>;
  }
  return (
    <>
      <ul aria-label={t('inbox.list')}>
        {rows.map((row) => (
          <InboxRow
            key={row.id}
            row={row}
            isOpen={row.id === open}
            isTyping={typing.has(row.id)}
            me={me}
            onOpen={(id) => void openConversation(id)}
          />
        ))}
      </ul>
      {hasMore && (
        <SmallButton tone="quiet" className="mx-auto my-2" onClick={() => void loadMore()}>
          {t('inbox.more')}
        </SmallButton>
      )}
    </>
  );
}

function Loading() {
  return (
    <div className="late" aria-hidden="true">
      {[28, 36, 24, 32].map((width) => (
        <div key={width} className="flex h-13.5 flex-col justify-center gap-2 border-b border-line px-4">
          <Skeleton className={cx('h-3 rounded-full', width > 30 ? 'w-36' : 'w-28')} />
          <Skeleton className="h-3 w-48 rounded-full" />
        </div>
      ))}
    </div>
  );
}

const filters: Filter[] = ['open', 'mine', 'closed'];

/** The filter. Its options are native radios, so arrow keys and accessible names work. */
function Filters() {
  const { t } = useTexts();
  const { filter } = useStore(inboxStore);
  const name = useId();
  return (
    <fieldset className="mt-2.5 flex gap-2">
      <legend className="sr-only">{t('inbox.show')}</legend>
      {filters.map((value) => (
        <label
          key={value}
          className="press tap grid min-h-9 cursor-pointer place-items-center rounded-[12px] bg-surface px-3 font-medium whitespace-nowrap shadow-e1 has-checked:bg-ink has-checked:font-semibold has-checked:text-bg has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={value === filter}
            onChange={() => setFilter(value)}
          />
          {t(`inbox.filter.${value}`)}
        </label>
      ))}
    </fieldset>
  );
}
