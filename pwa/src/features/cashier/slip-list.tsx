import { CloudOff, ImagePlus, RefreshCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import '@/i18n/cashier-texts';
import '@/i18n/queue-texts';
import { useConnection, useQueue } from '@/data/engine/outbox/use-queue';
import { useStore } from '@/data/kit/use-store';
import { PAGE_SIZE } from '@/data/engine/lists/lists';
import { refreshList, useList } from '@/data/engine/pages/pages';
import { lostItems } from '@/data/engine/outbox/promises';
import type { SlipRow } from '@/data/storage/db';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { cx } from '@/ui/cx';
import { EmptyState } from '@/ui/empty-state';
import { formatClock, formatDateTime, isToday } from '@/ui/format/time';
import { SectionTitle } from '@/ui/heading';
import { Pagination } from '@/ui/pagination';
import { SheetPage } from '@/ui/sheet';
import { SkeletonRows } from '@/ui/skeleton';
import { PickPicture } from './pick-picture';
import { SlipTable } from './slip-table';

interface SlipListProps {
  title: string;
  queue: (onChooseOther: () => void) => ReactNode;
  onPicked: (file: File) => void;
  onImage: (slip: SlipRow) => void;
}

/** Lists the slips that wait on this phone, and the slips that the server has. */
export function SlipList({ title, queue, onPicked, onImage }: SlipListProps) {
  const { t } = useTranslation('cashier');
  const { t: queueText } = useTranslation('queue');
  const [page, setPage] = useState(1);
  const { data, asOf, loading } = useList('slips', page);
  const { data: waiting = [] } = useQueue();
  const lost = useStore(lostItems);
  const { offline } = useConnection();
  const sent = data?.rows.filter((slip) => !slip.unsent) ?? [];
  const isEmpty = sent.length === 0 && waiting.length === 0 && lost.length === 0;
  return (
    <PickPicture onPicked={onPicked}>
      {(pick) => (
        <SheetPage
          title={title}
          footer={
            <Button block icon={ImagePlus} onClick={pick}>
              {t('slips.choose')}
            </Button>
          }
        >
          <div className="space-y-4">
            {offline && (
              <Banner tone="strip" icon={CloudOff}>
                <OfflineText asOf={asOf} />
              </Banner>
            )}
            {waiting.length + lost.length > 0 && (
              <section>
                {waiting.length > 0 && (
                  <SectionTitle>{queueText('heading', { count: waiting.length })}</SectionTitle>
                )}
                {queue(pick)}
              </section>
            )}
            {sent.length > 0 && (
              <SentSlips
                slips={sent}
                page={page}
                total={data?.total ?? 0}
                onPage={setPage}
                onImage={onImage}
              />
            )}
            {isEmpty && loading && <SkeletonRows rows={2} />}
            {isEmpty && !loading && (
              <EmptyState title={t(data ? 'slips.empty' : 'slips.unloaded')}>
                {t(data ? 'slips.emptyText' : 'slips.offlineText')}
              </EmptyState>
            )}
          </div>
        </SheetPage>
      )}
    </PickPicture>
  );
}

interface SentSlipsProps extends Pick<SlipListProps, 'onImage'> {
  slips: SlipRow[];
  page: number;
  /** The number of slips on all pages. */
  total: number;
  onPage: (page: number) => void;
}

/** One page of the slips that the server has. */
function SentSlips({ slips, page, total, onPage, onImage }: SentSlipsProps) {
  const { t } = useTranslation('cashier');
  return (
    <section>
      <SectionTitle action={<Refresh />}>{t('slips.sent')}</SectionTitle>
      <SlipTable slips={slips} onImage={onImage} />
      <div className="pt-3">
        <Pagination page={page} pages={Math.ceil(total / PAGE_SIZE)} onChange={onPage} />
      </div>
    </section>
  );
}

/** Says how old the list is, or that this phone has no list. */
function OfflineText({ asOf }: { asOf: Date | null }) {
  const { t } = useTranslation('shell');
  const { t: ui } = useTranslation('ui');
  if (!asOf) return t('offline.noData');
  const time = isToday(asOf) ? formatClock(asOf) : formatDateTime(asOf).slice(0, 16);
  return t('offline.data', { asOf: ui('asOf', { time }) });
}

function Refresh() {
  const { t } = useTranslation('cashier');
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    await refreshList('slips');
    setBusy(false);
  };
  return (
    <button
      type="button"
      aria-busy={busy}
      onClick={() => void refresh()}
      className="press tap flex items-center gap-2 text-small font-semibold text-brand-text"
    >
      <RefreshCw className={cx('size-4', busy && 'late-turn')} aria-hidden="true" />
      {t('slips.refresh')}
    </button>
  );
}
