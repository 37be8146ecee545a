import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpinWheel } from '@/data/api/types';
import type { CouponGroup } from '@/data/domains/rewards/spin';
import { useCoupons } from '@/data/domains/rewards/use-rewards';
import { useLocale } from '@/i18n/locales';
import { showSheet } from '@/nav/sheets';
import { Button } from '@/ui/button';
import { Card, StitchedCard } from '@/ui/card';
import { formatDateTime } from '@/ui/format/time';
import { SectionTitle } from '@/ui/heading';
import { Pagination } from '@/ui/pagination';

const PAGE_SIZE = 3;

/** The coupons to claim, three prizes a page. */
export function CouponTable({ wheel }: { wheel: SpinWheel | undefined }) {
  const { t } = useTranslation('spin');
  const coupons = useCoupons();
  const [chosenPage, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil((coupons?.length ?? 0) / PAGE_SIZE));
  const page = Math.min(chosenPage, pages);
  if (!coupons) return null;
  return (
    <section className="mt-6">
      <SectionTitle
        action={
          pages > 1 && <span className="text-small text-ink-2">{t('coupons.page', { page, pages })}</span>
        }
      >
        {t('coupons.title')}
      </SectionTitle>
      {coupons.length === 0 ? (
        <Card className="px-4 py-5 text-center text-small text-ink-2">{t('coupons.none')}</Card>
      ) : (
        <StitchedCard as="ul">
          {coupons.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((group) => (
            <Row key={group.prize.code} group={group} colour={colourOf(wheel, group)} />
          ))}
        </StitchedCard>
      )}
      <div className="mt-2">
        <Pagination page={page} pages={pages} onChange={setPage} />
      </div>
    </section>
  );
}

interface Colour {
  backgroundColor?: string;
  color?: string;
}

function colourOf(wheel: SpinWheel | undefined, { prize }: CouponGroup): Colour {
  const slice = wheel?.slices.find((each) => each.prize.code === prize.code);
  return slice ? { backgroundColor: slice.bgColor, color: slice.textColor } : {};
}

function Row({ group: { prize, count, expiresAt }, colour }: { group: CouponGroup; colour: Colour }) {
  const { t } = useTranslation('spin');
  const locale = useLocale();
  const name = prize.names[locale];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <span
        className="grid size-10 shrink-0 place-items-center rounded-field bg-tile-yolk text-tile-yolk-icon"
        style={colour}
        aria-hidden="true"
      >
        <Ticket className="size-5" />
      </span>
      <p className="min-w-0 flex-[1_1_8em]">
        <span className="block font-semibold">
          <bdi>{name}</bdi> <span className="font-normal text-ink-2">×{count}</span>
        </span>
        <span className="block text-small text-ink-2">
          {t('coupons.until', { date: formatDateTime(expiresAt).slice(0, 16) })}
        </span>
      </p>
      <Button
        variant="tonal"
        className="ml-auto"
        aria-label={t('coupons.claim', { name })}
        aria-haspopup="dialog"
        onClick={() => showSheet('coupon', { coupon: prize.code })}
      >
        {t('claim.short')}
      </Button>
    </div>
  );
}
