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
import { fetchLog, LOG_PAGE } from '../calls';
import type { LogEntry } from '../wire';
import { actionName, detailsText } from './texts';

interface Page {
  page: number;
  total: number;
  entries: LogEntry[];
}

/** The operators' actions, newest first; read-only. */
export function LogPage() {
  const { t } = useTexts();
  const panel = usePanel();
  const { shown, error, showPage, page } = useLog();
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
            <p className="text-ink-2">
              {shown ? t('cash.log.counts', { count: shown.total }) : t('cash.log.text')}
            </p>
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
        {shown && shown.total > LOG_PAGE && (
          <div className="shrink-0 border-t border-line px-5 py-1.5">
            <Pagination page={page} pages={Math.ceil(shown.total / LOG_PAGE)} onChange={showPage} />
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
            <tr
              key={`${entry.requestId}:${entry.at}:${entry.action}`}
              className="h-13.5 border-b border-line align-top last:border-0"
            >
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

function useLog(): {
  shown: Page | undefined;
  error: unknown;
  page: number;
  showPage: (page: number) => void;
} {
  const [{ page, turn }, setWanted] = useState({ page: 1, turn: 0 });
  const [shown, setShown] = useState<Page>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    let isCurrent = true;
    fetchLog(page).then(
      (received) => {
        if (!isCurrent) return;
        setShown({ page, ...received });
        setError(undefined);
      },
      (reason: unknown) => isCurrent && !isSessionExpired(reason) && setError(reason),
    );
    return () => {
      isCurrent = false;
    };
  }, [page, turn]);
  return { shown, error, page, showPage: (next) => setWanted((old) => ({ page: next, turn: old.turn + 1 })) };
}
