import { useId, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { BankAccount, Lookups } from '@/data/api/types';
import { bahtOf } from '@/data/kit/satang';
import { codeText } from '@/i18n/error-text';
import { usePresets } from '@/money/presets';
import { AmountInput } from '@/ui/amount-input';
import { Button } from '@/ui/button';
import { formatMoney } from '@/ui/format/money';
import { formatFieldAmount } from '@/ui/format/typed-amount';
import { SheetPage } from '@/ui/sheet';
import {
  findAmountProblem,
  highestAmountOf,
  type AmountProblem,
  type WithdrawBounds,
} from './amount-problem';
import { OwnAccount } from './own-account';
import { ReviewNotice, WithdrawNotices } from './withdraw-notices';

/** In satang. */
const presets = { BAHT: [50_000, 100_000, 250_000], LAK: [20_000_000, 50_000_000, 100_000_000] };

interface WithdrawFormProps {
  bounds: WithdrawBounds;
  rules: Lookups['withdraw'];
  account: BankAccount;
  /** The member has money in games, which a withdrawal first moves back to the wallet. */
  hasGames: boolean;
  offline: boolean;
  /** In satang. */
  amount: number | undefined;
  /** All withdrawals are blocked, because the member must first play some of the money. */
  blocked: boolean;
  onAmount: (satang: number | undefined) => void;
  onNext: () => void;
}

/** Shows the amount, the account, and the conditions that apply before sending. */
export function WithdrawForm(props: WithdrawFormProps) {
  const { bounds, rules, account, hasGames, offline, amount, blocked, onAmount, onNext } = props;
  const { t } = useTranslation('cash');
  const formId = useId();
  // "2" may be the start of "2,500", so "too little" is shown only once the field loses focus.
  const [isFieldLeft, setFieldLeft] = useState(false);
  const problem = amount === undefined || blocked ? undefined : findAmountProblem(amount, bounds);
  const isImpossible = problem === 'high' || problem === 'missing';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setFieldLeft(true);
    if (amount !== undefined && !problem && !offline && !blocked) onNext();
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
            disabled={offline || blocked || isImpossible || amount === undefined}
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
          problem={problem && (isFieldLeft || problem !== 'low') ? problem : undefined}
          onAmount={(satang) => {
            onAmount(satang);
            if (satang === undefined) setFieldLeft(false);
          }}
          onLeave={() => setFieldLeft(amount !== undefined)}
        />
        <OwnAccount account={account} />
        {amount !== undefined && !problem && <ReviewNotice satang={amount} rules={rules} />}
        <WithdrawNotices rules={rules} />
      </form>
    </SheetPage>
  );
}

interface AmountFieldProps extends Pick<WithdrawFormProps, 'bounds' | 'amount' | 'onAmount'> {
  /** The problem to show. */
  problem: AmountProblem | undefined;
  onLeave: () => void;
}

/** Shows the amount with its limits, the preset amounts, and the button "all". */
function AmountField({ bounds, amount, problem, onAmount, onLeave }: AmountFieldProps) {
  const { t } = useTranslation('cash');
  const problemText = useProblemText(bounds);
  const highest = highestAmountOf(bounds);
  return (
    <AmountInput
      label={t('amount')}
      unit={t('unit')}
      value={amount}
      onChange={onAmount}
      onLeave={onLeave}
      presets={usePresets(presets)}
      all={
        highest === undefined
          ? undefined
          : {
              label: t('all'),
              corner: t('withdraw.available', {
                amount: formatMoney(bahtOf(bounds.available!)),
              }),
              satang: highest,
            }
      }
      hint={t('withdraw.limits', {
        min: formatFieldAmount(bounds.min),
        max: formatFieldAmount(bounds.max),
      })}
      error={problem && problemText(problem)}
    />
  );
}

function useProblemText({ min, max }: WithdrawBounds): (problem: AmountProblem) => string {
  const { t } = useTranslation('cash');
  return (problem) => {
    if (problem === 'missing') return codeText('MONEY_NOT_ENOUGH');
    if (problem === 'low') return t('minAmountMsg', { amount: formatFieldAmount(min) });
    return t('maxAmountMsg', { amount: formatFieldAmount(max) });
  };
}
