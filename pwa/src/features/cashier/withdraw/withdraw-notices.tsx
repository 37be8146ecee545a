import { Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Lookups } from '@/data/api/types';
import { useEndedBonus, useRunningBonus } from '@/data/domains/rewards/bonus';
import { useHomePart } from '@/data/engine/home/home';
import { showBonuses, showSheetOver } from '@/nav/sheets';
import { Banner } from '@/ui/banner';
import { formatMoney } from '@/ui/format/money';
import { linkClass } from '@/ui/cx';
import { satangOf } from '@/data/kit/satang';

/** Returns whether the member must play money before a withdrawal, as far as this phone has the data. */
export function useIsWithdrawBlocked(): boolean {
  const running = useRunningBonus();
  const toPlay = useToPlay();
  return Boolean(running) || toPlay > 0;
}

/**
 * Returns the amount in baht that deposits and coupons require to be played; 0 if an older server does not
 * send it.
 */
function useToPlay(): number {
  return (useHomePart('toPlay') as number | undefined) ?? 0;
}

/** Shows, before the confirmation, which conditions bonuses and deposits set for a withdrawal. */
export function WithdrawNotices({ rules }: { rules: Lookups['withdraw'] }) {
  const { t } = useTranslation('cash');
  const running = useRunningBonus();
  const ended = useEndedBonus();
  const toPlay = useToPlay();
  const { turnoverMultiple } = rules;
  const turnover = turnoverMultiple > 0 && <p>{t('withdraw.turnover', { times: turnoverMultiple })}</p>;
  if (running) {
    return (
      <Banner
        tone="pending"
        icon={TriangleAlert}
        action={
          <button type="button" onClick={showBonuses} className={`tap ${linkClass}`}>
            {t('withdraw.toBonus')}
          </button>
        }
      >
        {t('withdraw.running', { amount: formatMoney(Math.max(running.left, toPlay)) })}
      </Banner>
    );
  }
  if (toPlay > 0) {
    return (
      <Notice head={t('withdraw.remaining', { amount: formatMoney(toPlay) })}>
        {turnover}
        <Conditions />
      </Notice>
    );
  }
  if (ended) {
    return (
      <Notice head={t('withdraw.bonus')}>
        {turnover}
        {rules.bonusEnd > 0 && <p>{t('withdraw.bonusEnd', { amount: formatMoney(rules.bonusEnd) })}</p>}
        <p className="text-ink-2">
          {t('withdraw.bonusText')} <Conditions />
        </p>
      </Notice>
    );
  }
  return turnover && <div className="px-1 text-small text-ink-2">{turnover}</div>;
}

function Notice({ head, children }: { head: string; children: ReactNode }) {
  return (
    <div className="flex gap-3 rounded-field bg-pending-soft px-4 py-3 text-small text-ink">
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-pending" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{head}</p>
        {children}
      </div>
    </div>
  );
}

function Conditions() {
  const { t } = useTranslation('cash');
  return (
    <button type="button" onClick={() => showSheetOver('conditions')} className={`tap ${linkClass}`}>
      {t('withdraw.conditions')}
    </button>
  );
}

/** Says, before sending, that an operator approves amounts above the site's limit, which takes longer. */
export function ReviewNotice({ satang, rules }: { satang: number; rules: Lookups['withdraw'] }) {
  const { t } = useTranslation('cash');
  // Absent in a cached response of an older server.
  const { autoLimit } = rules as Partial<Lookups['withdraw']>;
  if (autoLimit === undefined || satang <= satangOf(autoLimit)) return null;
  return (
    <Banner tone="info" icon={Clock} role="status">
      {t('withdraw.review', { amount: formatMoney(autoLimit) })}
    </Banner>
  );
}
