import { Gift } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RunningBonus } from '@/data/api/types';
import { showSheet } from '@/nav/sheets';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { formatMoney } from '@/ui/format/money';

/** Shows the running bonus or promotion, how much of it is played, and the button to cancel it. */
export function RunningPanel({ running }: { running: RunningBonus }) {
  const { t } = useTranslation('bonus');
  const { type, name, amount, needed, played, left, failAt } = running;
  const share = needed > 0 ? Math.min(played / needed, 1) : 1;
  return (
    <Card className="p-4">
      <h2 className="flex items-center gap-2 text-small font-semibold text-ink-2">
        <Gift className="size-5 text-in" aria-hidden="true" />
        {t(`running.${type}`)}
      </h2>
      <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-h2 font-bold">
          <bdi>{name}</bdi>
        </span>
        <span className="font-semibold text-in">+{formatMoney(amount)}</span>
      </p>
      <div
        role="progressbar"
        aria-label={t('running.progress')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
        className="mt-3 h-2.5 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full rounded-full bg-brand" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="mt-1 text-right text-small text-ink-2">
        {t('running.of', { played: formatMoney(played), needed: formatMoney(needed) })}
      </p>
      <p className="mt-2">{t('running.left', { amount: formatMoney(left) })}</p>
      {failAt > 0 && (
        <p className="text-small text-ink-2">{t('running.fail', { amount: formatMoney(failAt) })}</p>
      )}
      <div className="mt-2 -mb-2 text-center">
        <Button variant="danger" onClick={() => showSheet('clear-bonus')}>
          {t('running.cancel')}
        </Button>
      </div>
    </Card>
  );
}
