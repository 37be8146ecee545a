import { useEffect } from 'react';
import { Gift, Ticket } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { refreshResource } from '@/data/engine/resources/refresh';
import { useSpin } from '@/data/domains/rewards/use-rewards';
import '@/i18n/cash-texts';
import '@/i18n/spin-texts';
import { useLocale } from '@/i18n/locales';
import { closeSheet, showSheet } from '@/nav/sheets';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { formatDateTime } from '@/ui/format/time';
import { Html } from '@/ui/html';
import { SheetPage } from '@/ui/sheet';
import { useFocusHere } from '@/ui/use-focus-here';

/** Shows the prize of a spin. The member can claim it now, or later from the coupons. */
export default function PrizeSheet({ spin }: { spin: string }) {
  const { t } = useTranslation('spin');
  const row = useSpin(spin);
  useEffect(() => () => void refreshResource('spinwheel'), []);
  if (row === undefined) return <SheetPage title={t('prize.title')}>{null}</SheetPage>;
  if (!row?.won) {
    return (
      <SheetPage title={t('prize.title')}>
        <EmptyState title={t('prize.gone')}>{t('prize.missing')}</EmptyState>
      </SheetPage>
    );
  }
  return row.won.prize.kind === 'NOTHING' ? <NoPrize won={row.won} /> : <WonPrize won={row.won} />;
}

type Prize = NonNullable<NonNullable<ReturnType<typeof useSpin>>['won']>;

function WonPrize({ won }: { won: Prize }) {
  const { t } = useTranslation('spin');
  const locale = useLocale();
  const start = useFocusHere<HTMLDivElement>();
  const name = won.prize.names[locale];
  return (
    <SheetPage
      title={t('prize.title')}
      titleHidden
      footer={
        <div className="grid gap-2">
          <Button block onClick={() => showSheet('coupon', { coupon: won.prize.code })}>
            {t('prize.claim')}
          </Button>
          <Button variant="quiet" block onClick={closeSheet}>
            {t('prize.later')}
          </Button>
        </div>
      }
    >
      <div ref={start} tabIndex={-1} className="flex flex-col items-center px-2 pb-4 text-center">
        <span
          className="grid size-18 place-items-center rounded-full bg-yolk-soft text-yolk-text"
          aria-hidden="true"
        >
          <Gift className="size-9" />
        </span>
        <p className="mt-4 text-ink-2">{t('prize.won')}</p>
        <p className="text-h1 font-bold text-balance">
          <bdi>{name}</bdi>
        </p>
        {won.descriptions?.[locale] && (
          <div className="mt-1 text-ink-2">
            <Html html={won.descriptions[locale]} />
          </div>
        )}
        {won.expiresAt && (
          <p className="mt-1 text-small text-ink-2">
            {t('coupons.until', { date: formatDateTime(won.expiresAt).slice(0, 16) })}
          </p>
        )}
      </div>
    </SheetPage>
  );
}

function NoPrize({ won }: { won: Prize }) {
  const { t } = useTranslation('spin');
  const locale = useLocale();
  const start = useFocusHere<HTMLDivElement>();
  return (
    <SheetPage
      title={t('prize.nothing')}
      titleHidden
      footer={
        <Button block onClick={closeSheet}>
          {t('prize.close')}
        </Button>
      }
    >
      <div ref={start} tabIndex={-1} className="flex flex-col items-center px-2 pb-4 text-center">
        <span
          className="grid size-18 place-items-center rounded-full bg-off-soft text-off"
          aria-hidden="true"
        >
          <Ticket className="size-9" />
        </span>
        <p className="mt-4 text-h2 font-bold text-balance">{t('prize.nothing')}</p>
        <div className="mt-1 text-ink-2">
          {won.descriptions?.[locale] ? <Html html={won.descriptions[locale]} /> : t('prize.nothingText')}
        </div>
      </div>
    </SheetPage>
  );
}
