import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Lookups } from '@/data/api/types';
import { formatMoney } from '@/ui/format/money';
import { linkClass } from '@/ui/link-class';
import { showOver } from '@/nav/sheets';

interface BonusWarningProps {
  rules: Lookups['withdraw'];
}

/** What a bonus asks of a withdrawal, with the figures that the operator set. */
export function BonusWarning({ rules }: BonusWarningProps) {
  const { t } = useTranslation('cash');
  const { turnoverMultiple, bonusEnd } = rules;
  return (
    <div className="flex gap-3 rounded-field bg-pending-soft px-4 py-3 text-small text-ink">
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-pending" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{t('withdraw.bonus')}</p>
        {turnoverMultiple > 0 && <p>{t('withdraw.turnover', { times: turnoverMultiple })}</p>}
        {bonusEnd > 0 && <p>{t('withdraw.bonusEnd', { amount: formatMoney(bonusEnd) })}</p>}
        <p className="text-ink-2">
          {t('withdraw.bonusText')}{' '}
          <button type="button" onClick={() => showOver('conditions')} className={`tap ${linkClass}`}>
            {t('withdraw.conditions')}
          </button>
        </p>
      </div>
    </div>
  );
}
