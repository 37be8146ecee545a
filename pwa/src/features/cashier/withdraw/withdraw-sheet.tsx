import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isResponseLost, isApiError } from '@/data/api/errors';
import type { Home, Lookups, Wallet } from '@/data/api/types';
import type { CashResponse } from '@/data/domains/cash/types';
import { isRunning } from '@/data/engine/commands/machine';
import { dismissCommand, type Command } from '@/data/engine/commands/send';
import { nameOf } from '@/data/engine/commands/commands';
import { useCommand } from '@/data/engine/commands/use-command';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { useHome, type CachedHome } from '@/data/domains/wallet/use-home';
import { useResource } from '@/data/engine/resources/use-resource';
import { satangOf } from '@/data/kit/satang';
import { gamesTotal, totalOf } from '@/data/domains/wallet/total';
import '@/i18n/cash-texts';
import texts from '@/i18n/th/cash.json';
import { useRestoredState } from '@/nav/return-point';
import { Alert } from '@/ui/alert';
import { EmptyState } from '@/ui/empty-state';
import { formatMoney } from '@/ui/format/money';
import { SheetPage, useSeenOnClose } from '@/ui/sheet';
import { SkeletonRows } from '@/ui/skeleton';
import { useMoneyProblem } from '@/money/money-texts';
import { PasswordStep } from '@/money/password-step';
import type { WithdrawBounds } from './amount-problem';
import { useAccountName } from './own-account';
import { WithdrawConfirm } from './withdraw-confirm';
import { WithdrawForm } from './withdraw-form';
import { useIsWithdrawBlocked } from './withdraw-notices';
import { WithdrawResult } from './withdraw-result';

/**
 * Shows the amount, the confirmation and the outcome. It also shows the progress of a withdrawal that an
 * earlier page started.
 */
export default function WithdrawSheet() {
  const command = useCommand('withdrawAll');
  const { data: home, loading } = useHome();
  const { data: rules, loading: rulesLoading } = useResource('withdraw');
  const [amount, setAmount] = useRestoredState<number | undefined>('withdraw', undefined);
  const [confirming, setConfirming] = useState(false);
  const account = useAccountName(home?.bankAccount);
  // An outcome that was shown is not shown again when the sheet next opens.
  useSeenOnClose(command.at === 'done' || command.at === 'failed', () =>
    dismissCommand(nameOf('withdrawAll')),
  );
  if (command.at === 'password') return <PasswordStep name={nameOf('withdrawAll')} />;
  if (command.at === 'done') {
    const restart = () => {
      dismissCommand(nameOf('withdrawAll'));
      setConfirming(false);
    };
    return (
      <WithdrawResult
        firstLine={command.response.statement}
        account={account}
        hasGames={gamesTotal(home?.slots) > 0}
        inWallet={pickNewerWallet(command.response.wallet, home?.wallet).amount}
        onAgain={restart}
      />
    );
  }
  if (!isReady(home) || !rules) return <SheetPlaceholder waiting={loading || rulesLoading} />;
  const steps = {
    home,
    rules,
    command,
    account,
    amount,
    confirming,
    onAmount: setAmount,
    onConfirming: setConfirming,
  };
  return (
    <>
      <Steps {...steps} />
      <WithdrawFailure command={command} />
    </>
  );
}

/** Returns the wallet of the response until a sync brings a newer one. */
function pickNewerWallet(received: Wallet, synced: Wallet | undefined): Wallet {
  return synced && Date.parse(synced.asOf) > Date.parse(received.asOf) ? synced : received;
}

type ReadyHome = CachedHome & Pick<Home, 'bankAccount'>;

interface StepsProps {
  home: ReadyHome;
  rules: Lookups['withdraw'];
  command: Command<CashResponse>;
  account: string;
  amount: number | undefined;
  confirming: boolean;
  onAmount: (satang: number | undefined) => void;
  onConfirming: (confirming: boolean) => void;
}

function Steps({ home, rules, command, account, amount, confirming, onAmount, onConfirming }: StepsProps) {
  const { offline } = useConnection();
  const blocked = useIsWithdrawBlocked();
  const bounds = boundsOf(home, rules, blocked);
  const busy = isRunning(command);
  const chosen = busy ? amountOf(command) : amount;
  if (chosen !== undefined && (busy || confirming)) {
    return (
      <WithdrawConfirm
        amount={chosen}
        account={account}
        rules={rules}
        available={bounds.available}
        command={command}
        offline={offline}
        onBack={() => onConfirming(false)}
      />
    );
  }
  return (
    <WithdrawForm
      bounds={bounds}
      rules={rules}
      account={home.bankAccount}
      hasGames={gamesTotal(home.slots) > 0}
      offline={offline}
      amount={amount}
      onAmount={onAmount}
      blocked={blocked}
      onNext={() => onConfirming(true)}
    />
  );
}

function SheetPlaceholder({ waiting }: { waiting: boolean }) {
  const { t } = useTranslation('cash');
  return (
    <SheetPage title={t('withdraw.title')}>
      {waiting ? (
        <SkeletonRows rows={5} />
      ) : (
        <EmptyState title={t('withdraw.missing')}>{t('withdraw.missingText')}</EmptyState>
      )}
    </SheetPage>
  );
}

function isReady(home: CachedHome | undefined): home is ReadyHome {
  return home?.bankAccount !== undefined;
}

/** Returns the limits of the amount. While the member must play money first, nothing can be withdrawn. */
function boundsOf(
  home: CachedHome,
  { withdrawMin, withdrawMax }: Lookups['withdraw'],
  blocked: boolean,
): WithdrawBounds {
  const total = blocked ? 0 : totalOf(home);
  return {
    min: satangOf(withdrawMin),
    max: satangOf(withdrawMax),
    available: total === undefined ? undefined : satangOf(total),
  };
}

/** Returns the amount in satang of the withdrawal under way. An earlier page may have sent it. */
function amountOf(command: Command<CashResponse>): number | undefined {
  const body = command.at === 'idle' ? undefined : (command.request.body as { amount?: number } | undefined);
  return body?.amount === undefined ? undefined : satangOf(body.amount);
}

/** Shows an alert with the reason as its title, and below it what the member can do. */
function WithdrawFailure({ command }: { command: Command<CashResponse> }) {
  const { t } = useTranslation('cash');
  const problem = useMoneyProblem();
  const failed = command.at === 'failed' ? command.error : undefined;
  const left = leftToPlayOf(failed);
  return (
    <Alert
      open={failed !== undefined}
      title={failed === undefined ? '' : problem(failed)}
      action={t('ok')}
      onClose={() => dismissCommand(nameOf('withdrawAll'))}
    >
      {left === undefined
        ? t(`withdraw.why.${reasonOf(failed)}`)
        : t('withdraw.remaining', { amount: formatMoney(left) })}
    </Alert>
  );
}

/** Returns the amount in baht that must be played first, if the server sent it. */
function leftToPlayOf(error: unknown): number | undefined {
  const left = isApiError(error) && error.code === 'BONUS_REMAINING' ? error.extra.left : undefined;
  return typeof left === 'number' && left > 0 ? left : undefined;
}

type Reason = keyof typeof texts.withdraw.why;

/** Returns the reason of a failure. If the outcome is unknown, its text must not say where the money is. */
function reasonOf(error: unknown): Reason {
  if (!isApiError(error)) return 'other';
  if (isResponseLost(error)) return error.extra.sent === false ? 'unsent' : 'unknown';
  return Object.hasOwn(texts.withdraw.why, error.code) ? (error.code as Reason) : 'other';
}
