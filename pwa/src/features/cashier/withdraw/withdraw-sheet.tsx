import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@/i18n/cash-texts';
import { isAnswerLost, isApiError } from '@/data/api/errors';
import { dismiss, send, type Money } from '@/data/cash/money';
import { WITHDRAW, withdrawAll } from '@/data/cash/orders';
import type { CashAnswer } from '@/data/cash/types';
import { useMoney } from '@/data/cash/useMoney';
import { useConnection } from '@/data/hooks/useConnection';
import { useHome } from '@/data/hooks/useHome';
import { useLookup } from '@/data/hooks/useLookup';
import { bahtOf, satangOf } from '@/data/satang';
import { gamesTotal, totalOf } from '@/data/total';
import texts from '@/i18n/th/cash.json';
import { Alert } from '@/ui/alert';
import { Banner } from '@/ui/banner';
import { ConfirmStep } from '@/ui/confirm-step';
import { EmptyState } from '@/ui/empty-state';
import { formatMoney } from '@/ui/format/money';
import { SheetPage } from '@/ui/sheet';
import { SkeletonRows } from '@/ui/skeleton';
import { useMoneyProblem } from '../money-words';
import { PasswordStep } from '../password-step';
import type { WithdrawBounds } from './amount-problem';
import { useAccountName } from './own-account';
import { WithdrawForm } from './withdraw-form';
import { WithdrawResult } from './withdraw-result';

interface WithdrawSheetProps {
  onConditions: () => void;
  /** To this line of the statement. */
  onLine: (id: string) => void;
  onClose: () => void;
}

/** How much, a second look, and how it went; what an earlier page left open goes on here. */
export default function WithdrawSheet({ onConditions, onLine, onClose }: WithdrawSheetProps) {
  const { t } = useTranslation('cash');
  const money = useMoney<CashAnswer>(WITHDRAW);
  const { data: home, loading } = useHome();
  const { data: rules, loading: asking } = useLookup('withdraw');
  const { offline } = useConnection();
  const [amount, setAmount] = useState<number>();
  const [confirming, setConfirming] = useState(false);
  const account = useAccountName(home?.bankAccount);
  useForgetEnd(money.at);

  if (money.at === 'password') return <PasswordStep name={WITHDRAW} />;
  if (money.at === 'done') {
    const again = () => {
      dismiss(WITHDRAW);
      setConfirming(false);
    };
    return <WithdrawResult told={money.answer.statement} account={account} onLine={onLine} onAgain={again} onFinish={onClose} />;
  }
  if (!home?.bankAccount || !rules) {
    return (
      <SheetPage title={t('withdraw.title')}>
        {loading || asking ? <SkeletonRows rows={2} /> : <EmptyState title={t('withdraw.missing')}>{t('withdraw.missingText')}</EmptyState>}
      </SheetPage>
    );
  }
  const total = totalOf(home);
  const bounds: WithdrawBounds = {
    min: satangOf(rules.withdrawMin),
    max: satangOf(rules.withdrawMax),
    available: total === undefined ? undefined : satangOf(total),
  };
  const isUnderWay = money.at === 'sending' || money.at === 'checking';
  const chosen = isUnderWay ? amountOf(money) : amount;
  if (chosen !== undefined && (isUnderWay || confirming)) {
    const left = bounds.available === undefined ? undefined : Math.max(0, bounds.available - chosen);
    return (
      <>
        <Confirm
          amount={chosen}
          account={account}
          left={isUnderWay ? undefined : left}
          money={money}
          offline={offline}
          onConfirm={() => void send(withdrawAll(chosen))}
          onBack={() => setConfirming(false)}
        />
        <Failure money={money} />
      </>
    );
  }
  return (
    <>
      <WithdrawForm
        bounds={bounds}
        rules={rules}
        account={home.bankAccount}
        hasGames={gamesTotal(home.slots) > 0}
        offline={offline}
        amount={amount}
        onAmount={setAmount}
        onNext={() => setConfirming(true)}
        onConditions={onConditions}
      />
      <Failure money={money} />
    </>
  );
}

interface ConfirmProps {
  amount: number;
  account: string;
  left: number | undefined;
  money: Money<CashAnswer>;
  offline: boolean;
  onConfirm: () => void;
  onBack: () => void;
}

function Confirm({ amount, account, left, money, offline, onConfirm, onBack }: ConfirmProps) {
  const { t } = useTranslation('cash');
  const baht = formatMoney(bahtOf(amount));
  const busy = money.at === 'sending' || money.at === 'checking';
  return (
    <ConfirmStep
      title={t('withdraw.confirmTitle')}
      amount={bahtOf(amount)}
      unit={t('unit')}
      facts={[
        { label: t('withdraw.to'), value: account },
        ...(left === undefined ? [] : [{ label: t('withdraw.left'), value: formatMoney(bahtOf(left)) }]),
      ]}
      action={t('withdraw.confirm', { amount: baht })}
      busy={busy}
      busyLabel={t('withdraw.busy')}
      blocked={offline && !busy ? t('withdraw.offline') : undefined}
      back={t('withdraw.back')}
      onConfirm={onConfirm}
      onBack={onBack}
    >
      {money.at === 'checking' && (
        <Banner tone="pending" icon={RefreshCw} role="status">
          {t('checking')}
        </Banner>
      )}
    </ConfirmStep>
  );
}

/** An alert titled with the reason; what to do about it beneath. */
function Failure({ money }: { money: Money<CashAnswer> }) {
  const { t } = useTranslation('cash');
  const problem = useMoneyProblem();
  const failed = money.at === 'failed' ? money.error : undefined;
  return (
    <Alert open={failed !== undefined} title={failed === undefined ? '' : problem(failed)} action={t('ok')} onClose={() => dismiss(WITHDRAW)}>
      {t(`withdraw.why.${reasonOf(failed)}`)}
    </Alert>
  );
}

type Reason = keyof typeof texts.withdraw.why;

function reasonOf(error: unknown): Reason {
  if (!isApiError(error)) return 'other';
  if (isAnswerLost(error)) return error.extra.sent === false ? 'unsent' : 'unknown';
  return Object.hasOwn(texts.withdraw.why, error.code) ? (error.code as Reason) : 'other';
}

function amountOf(money: Money<CashAnswer>): number | undefined {
  const body = money.at === 'idle' ? undefined : (money.order.body as { amount?: number } | undefined);
  return body?.amount === undefined ? undefined : satangOf(body.amount);
}

/** What has been shown once is not shown again the next time that the sheet opens. */
function useForgetEnd(at: Money['at']): void {
  const isEnd = at === 'done' || at === 'failed';
  useEffect(() => {
    if (!isEnd) return;
    return () => dismiss(WITHDRAW);
  }, [isEnd]);
}
