import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatDateTime } from '@/ui/format/time';
import { Pagination } from '@/ui/pagination';
import { Skeleton } from '@/ui/skeleton';
import { errorTextOf, useTexts } from '../../i18n';
import { isSessionExpired } from '../../session';
import { useKeys } from '../../frame/use-keys';
import { TopBar } from '../../frame/top-bar';
import { MePanel } from '../../panel/me-panel';
import { closePanel, usePanel } from '../../panel/open-panel';
import { SmallButton } from '../../ui/small-button';
import { fetchLog } from '../calls';
import type { LogEntry } from '../wire';
import { actionName, detailsText } from './texts';

/**
 * The start of each page up to one: the id before which it begins, or 0 for the newest entries. The server
 * does not count the entries, so a later page is known only after the one before it.
 */
type PageStarts = readonly number[];

const FIRST_PAGE: PageStarts = [0];

interface Page {
  starts: PageStarts;
  entries: LogEntry[];
  hasOlder: boolean;
}

/** The operators' actions, newest first; read-only. */
export function LogPage() {
  const { t } = useTexts();
  const panel = usePanel();
  const { shown, error, page, pages, showPage } = useLog();
  useKeys('log', { back: closePanel });
  return (
    <>
      <section aria-labelledby="log-title" className="flex min-h-0 min-w-0 flex-1 flex-col bg-bg">
        <TopBar />
        <div className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
          <div>
            <h1 id="log-title" className="text-h2 font-bold">
              {t('work.log')}
            </h1>
            <p className="text-ink-2">{t('cash.log.text')}</p>
          </div>
          <SmallButton icon={RefreshCw} onClick={() => showPage(1)}>
            {t('cash.log.refresh')}
          </SmallButton>
        </div>
        {/* No element of the list takes the focus. So the list itself can be focused, to scroll it by
            keys. */}
        <div
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-4 -outline-offset-2"
        >
          {shown ? (
            <Entries entries={shown.entries} />
          ) : (
            !error && <Skeleton className="late h-96 rounded-card" />
          )}
          {error !== undefined && (
            <p role="alert" className="py-6 text-center text-failed">
              {errorTextOf(error)}
            </p>
          )}
        </div>
        {pages > 1 && (
          <div className="shrink-0 border-t border-line px-5 py-1.5">
            <Pagination page={page} pages={pages} onChange={showPage} />
          </div>
        )}
      </section>
      {panel === 'me' && <MePanel />}
    </>
  );
}

function Entries({ entries }: { entries: LogEntry[] }) {
  const { t } = useTexts();
  return (
    <div className="overflow-x-auto rounded-card bg-surface shadow-e1">
      <table className="w-full min-w-160 border-collapse text-left">
        <thead className="text-micro text-ink-2">
          <tr className="border-b border-line">
            <th scope="col" className="py-2 pr-4 pl-4 font-medium">
              {t('cash.log.at')}
            </th>
            <th scope="col" className="py-2 pr-4 font-medium">
              {t('cash.log.who')}
            </th>
            <th scope="col" className="py-2 pr-4 font-medium">
              {t('cash.log.what')}
            </th>
            <th scope="col" className="py-2 pr-4 font-medium">
              {t('cash.log.details')}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id} className="h-13.5 border-b border-line align-top last:border-0">
              <td className="py-2 pr-4 pl-4 whitespace-nowrap text-ink-2">{formatDateTime(entry.at)}</td>
              <td className="py-2 pr-4 font-medium whitespace-nowrap">
                <bdi>{entry.operator}</bdi>
              </td>
              <td className="py-2 pr-4 whitespace-nowrap">{actionName(entry.action, t)}</td>
              <td className="py-2 pr-4 wrap-anywhere">
                <bdi className="whitespace-pre-wrap">{detailsText(entry.details, t)}</bdi>
                <span className="block text-micro break-all text-ink-2">
                  <bdi>{entry.subject}</bdi>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function useLog() {
  const [starts, setStarts] = useState(FIRST_PAGE);
  const [shown, setShown] = useState<Page>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    let isCurrent = true;
    fetchLog(starts.at(-1)).then(
      (received) => {
        if (!isCurrent) return;
        setShown({ starts, ...received });
        setError(undefined);
      },
      (reason: unknown) => isCurrent && !isSessionExpired(reason) && setError(reason),
    );
    return () => {
      isCurrent = false;
    };
  }, [starts]);
  const showPage = (page: number) => {
    if (page <= starts.length) return setStarts(starts.slice(0, page));
    const oldest = shown?.entries.at(-1);
    if (oldest && shown?.starts === starts) setStarts([...starts, oldest.id]);
  };
  const page = starts.length;
  return { shown, error, page, pages: page + (shown?.hasOlder ? 1 : 0), showPage };
}
