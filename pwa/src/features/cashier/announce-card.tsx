import { ChevronRight, CircleCheck, Megaphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Announced } from '@/data/domains/cash/types';
import { Banner } from '@/ui/banner';
import { formatMoney } from '@/ui/format/money';
import { formatClock } from '@/ui/format/time';

const HOUR_MS = 60 * 60_000;

/** The button that opens the form to announce a transfer. */
export function AnnounceCard({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('cash');
  return (
    <button
      type="button"
      onClick={onOpen}
      className="press flex w-full items-center gap-3 rounded-card bg-surface px-4 py-3 text-left shadow-e1"
    >
      <Megaphone className="size-5.5 shrink-0 text-ink-2" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{t('announce.open')}</span>
        <span className="block text-small text-ink-2">{t('announce.why')}</span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-ink-2" aria-hidden="true" />
    </button>
  );
}

/** Shows the amount announced just now, and until when the announcement is valid. */
export function AnnouncedBanner({ announced }: { announced: Announced }) {
  const { t } = useTranslation('cash');
  const { amount, createdAt } = announced.statement;
  return (
    <Banner tone="success" icon={CircleCheck} role="status">
      {t('announce.done', {
        amount: formatMoney(amount),
        time: formatClock(Date.parse(createdAt) + HOUR_MS),
      })}
    </Banner>
  );
}
