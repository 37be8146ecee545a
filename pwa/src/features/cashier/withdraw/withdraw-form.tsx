import { TriangleAlert } from 'lucide-react';
import { useId, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { BankAccount, Lookups } from '@/data/api/types';
import { useEndedBonus, useRunningBonus } from '@/data/rewards/bonus';
import { bahtOf } from '@/data/satang';
import { codeText } from '@/i18n/error-text';
import { showBonuses, showOver } from '@/nav/sheets';
import { usePresets } from '@/money/presets';
import { AmountInput } from '@/ui/amount-input';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { formatMoney } from '@/ui/format/money';
import { typingOf } from '@/ui/format/typed-amount';
import { linkClass } from '@/ui/link-class';
import { SheetPage } from '@/ui/sheet';
import { amountProblem, mostOf, type AmountProblem, type WithdrawBounds } from './amount-problem';
import { OwnAccount } from './own-account';
import { ReviewNotice } from './review-notice';

/** In satang. */
const presets = { BAHT: [50_000, 100_000, 250_000], LAK: [20_000_000, 50_000_000, 100_000_000] };

interface WithdrawFormProps {
  bounds: WithdrawBounds;
  rules: Lookups['withdraw'];
  account: BankAccount;
  /** Some of the money has to come back from games first. */
  hasGames: boolean;
  offline: boolean;
  amount: number | undefined;
  onAmount: (satang: number | undefined) => void;
  onNext: () => void;
}

/** How much, to which account, and what to know before it is sent. */
export function WithdrawForm(props: WithdrawFormProps) {
  const { bounds, rules, account, hasGames, offline, amount, onAmount, onNext } = props;
  const { t } = useTranslation('cash');
  const formId = useId();
  const running = useRunningBonus();
  const ended = useEndedBonus();
  // "2" on the way to "2,500" is not a mistake yet: too little is told once the field is left.
  const [left, setLeft] = useState(false);
  const problem = amount === undefined ? undefined : amountProblem(amount, bounds);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setLeft(true);
    if (amount !== undefined && !problem && !offline && !running) onNext();
  };
  return (
    <SheetPage
      title={t('withdraw.title')}
      footer={
        <>
          <Button
            type="submit"
            form={formId}
            block
            disabled={offline || Boolean(running) || amount === undefined}
          >
            {amount === undefined
              ? t('enter')
              : t('withdraw.submit', { amount: formatMoney(bahtOf(amount)) })}
          </Button>
          {(offline || hasGames) && (
            <p className="pt-2 text-center text-small text-ink-2">
              {t(offline ? 'withdraw.offline' : 'withdraw.games')}
            </p>
          )}
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        <AmountField
          bounds={bounds}
          amount={amount}
          problem={problem && (left || problem !== 'low') ? problem : undefined}
          onAmount={(satang) => {
            onAmount(satang);
            if (satang === undefined) setLeft(false);
          }}
          onLeave={() => setLeft(amount !== undefined)}
        />
        <OwnAccount account={account} />
        {amount !== undefined && !problem && <ReviewNotice satang={amount} rules={rules} />}
        {running && <StillBonus left={running.left} />}
        {ended && !running && <BonusWarning rules={rules} />}
      </form>
    </SheetPage>
  );
}

interface AmountFieldProps extends Pick<WithdrawFormProps, 'bounds' | 'amount' | 'onAmount'> {
  /** The one to be shown. */
  problem: AmountProblem | undefined;
  onLeave: () => void;
}

/** The amount with its limits, the usual amounts, and all that there is. */
function AmountField({ bounds, amount, problem, onAmount, onLeave }: AmountFieldProps) {
  const { t } = useTranslation('cash');
  const say = useProblemText(bounds);
  const most = mostOf(bounds);
  return (
    <AmountInput
      label={t('amount')}
      unit={t('unit')}
      value={amount}
      onChange={onAmount}
      onLeave={onLeave}
      presets={usePresets(presets)}
      all={
        most === undefined
          ? undefined
          : {
              label: t('all'),
              corner: t('withdraw.available', {
                amount: formatMoney(bahtOf(bounds.available!)),
              }),
              satang: most,
            }
      }
      hint={t('withdraw.limits', {
        min: typingOf(bounds.min),
        max: typingOf(bounds.max),
      })}
      error={problem && say(problem)}
    />
  );
}

function useProblemText({ min, max }: WithdrawBounds): (problem: AmountProblem) => string {
  const { t } = useTranslation('cash');
  return (problem) => {
    if (problem === 'missing') return codeText('MONEY_NOT_ENOUGH');
    if (problem === 'low') return t('minAmountMsg', { amount: typingOf(min) });
    return t('maxAmountMsg', { amount: typingOf(max) });
  };
}

/** A bonus that runs holds every withdrawal: how far it is, and the way to it. */
function StillBonus({ left }: { left: number }) {
  const { t } = useTranslation('cash');
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
      {t('withdraw.running', { amount: formatMoney(left) })}
    </Banner>
  );
}

interface BonusWarningProps {
  rules: Lookups['withdraw'];
}

/** What a bonus asks of a withdrawal, with the figures that the operator set. */
function BonusWarning({ rules }: BonusWarningProps) {
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
