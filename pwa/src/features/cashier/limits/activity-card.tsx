import { ChevronRight, Gauge } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '@/data/api/clock';
import type { Activity } from '@/data/domains/cash/types';
import { useResource } from '@/data/engine/resources/use-resource';
import '@/i18n/cash-texts';
import { showSheet } from '@/nav/sheets';
import { Amount } from '@/ui/amount';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { formatMoney } from '@/ui/format/money';
import { dayOf } from '@/ui/format/time';
import { SectionTitle } from '@/ui/heading';
import { Stitch } from '@/ui/stitch';
import { ActivityBars, ActivityTable } from './activity-chart';
import { groupByWeek } from './weeks';

/** The member's deposits and withdrawals in figures, and a link to their own limits. */
export function ActivityCard() {
  const { t } = useTranslation('cash');
  const { data } = useResource('activity');
  return (
    <section>
      <SectionTitle>{t('activity.title')}</SectionTitle>
      <Card className="px-4">
        {data && <Figures activity={data} />}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => showSheet('limits')}
          className="press flex min-h-14 w-full items-center gap-3 text-left"
        >
          <Gauge className="size-5.5 text-ink-2" aria-hidden="true" />
          <span className="flex-1">{t('ways.limits')}</span>
          <ChevronRight className="size-5 text-ink-2" aria-hidden="true" />
        </button>
      </Card>
    </section>
  );
}

function Figures({ activity }: { activity: Activity }) {
  const { t } = useTranslation('cash');
  const [asTable, setAsTable] = useState(false);
  const [today] = useState(() => dayOf(serverNow()));
  const weeks = groupByWeek(activity.days, today);
  return (
    <>
      <dl className="pt-4">
        <dt className="text-small text-ink-2">{t('activity.net')}</dt>
        <dd className="text-figures font-bold">
          <Amount value={activity.net} unit={t('unit')} unitClass="text-ink-2" />
        </dd>
      </dl>
      <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-small">
        <Sum colour="bg-in" label={t('activity.deposited')} amount={activity.deposited} />
        <Sum colour="bg-control" label={t('activity.withdrawn')} amount={activity.withdrawn} />
      </dl>
      {activity.days.length === 0 ? (
        <p className="pt-3 pb-4 text-small text-ink-2">{t('activity.nothing')}</p>
      ) : (
        <figure className="pt-4 pb-2">
          <figcaption className="mb-3 text-small text-ink-2">{t('activity.chart')}</figcaption>
          {!asTable && <ActivityBars weeks={weeks} today={today} />}
          <ActivityTable weeks={weeks} hidden={!asTable} />
          <Button
            variant="quiet"
            className="mt-1 -ml-4"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            {t(asTable ? 'activity.bars' : 'activity.table')}
          </Button>
        </figure>
      )}
      <Stitch />
    </>
  );
}

function Sum({ colour, label, amount }: { colour: string; label: string; amount: number }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <span className={`size-3 rounded-[4px] forced-color-adjust-none ${colour}`} aria-hidden="true" />
      <dt className="text-ink-2">{label}</dt>
      <dd className="font-medium">{formatMoney(amount)}</dd>
    </div>
  );
}
