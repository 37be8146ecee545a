import { ChevronRight, CircleCheck, Megaphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Announced } from '@/data/cash/types';
import { Banner } from '@/ui/banner';
import { formatMoney } from '@/ui/format/money';
import { formatClock } from '@/ui/format/time';

const HOUR_MS = 60 * 60_000;

/** The way to announce a transfer, and what was announced just now. */
export function AnnounceCard({ announced, onOpen }: { announced: Announced | undefined; onOpen: () => void }) {
  const { t } = useTranslation('cash');
  const line = announced?.statement;
  return (
    <div className="space-y-3 pt-1">
      {line && (
        <Banner tone="success" icon={CircleCheck} role="status">
          {t('announce.done', {
            amount: formatMoney(line.amount),
            time: formatClock(Date.parse(line.createdAt) + HOUR_MS),
          })}
        </Banner>
      )}
      <button type="button" onClick={onOpen} className="press flex w-full items-center gap-3 rounded-card bg-surface px-4 py-3 text-left shadow-e1">
        <Megaphone className="size-5.5 shrink-0 text-ink-2" aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{t('announce.open')}</span>
          <span className="block text-small text-ink-2">{t('announce.why')}</span>
        </span>
        <ChevronRight className="size-5 shrink-0 text-ink-2" aria-hidden="true" />
      </button>
    </div>
  );
}
