import { useTranslation } from 'react-i18next';
import type { Lookups } from '@/data/api/types';
import { buildWithdrawal } from '@/data/domains/cash/commands';
import type { CashResponse } from '@/data/domains/cash/types';
import { isRunning } from '@/data/engine/commands/machine';
import { sendCommand, type Command } from '@/data/engine/commands/send';
import { bahtOf } from '@/data/kit/satang';
import { ConfirmStep } from '@/ui/confirm-step';
import { formatMoney } from '@/ui/format/money';
import { CheckingBanner } from '@/money/checking-banner';
import { ReviewNotice } from './withdraw-notices';

interface WithdrawConfirmProps {
  /** In satang, like `available`. */
  amount: number;
  account: string;
  rules: Lookups['withdraw'];
  available: number | undefined;
  command: Command<CashResponse>;
  offline: boolean;
  onBack: () => void;
}

export function WithdrawConfirm({
  amount,
  account,
  rules,
  available,
  command,
  offline,
  onBack,
}: WithdrawConfirmProps) {
  const { t } = useTranslation('cash');
  const busy = isRunning(command);
  // While the command is under way, the app does not know whether the balance already excludes the amount.
  const left = busy || available === undefined ? undefined : Math.max(0, available - amount);
  return (
    <ConfirmStep
      title={t('withdraw.confirmTitle')}
      amount={bahtOf(amount)}
      unit={t('unit')}
      facts={[
        { label: t('withdraw.to'), value: account },
        ...(left === undefined ? [] : [{ label: t('withdraw.left'), value: formatMoney(bahtOf(left)) }]),
      ]}
      action={t('withdraw.confirm', { amount: formatMoney(bahtOf(amount)) })}
      busy={busy}
      busyLabel={t('withdraw.busy')}
      blocked={offline && !busy ? t('withdraw.offline') : undefined}
      back={t('withdraw.back')}
      onConfirm={() => void sendCommand(buildWithdrawal(amount))}
      onBack={onBack}
    >
      <CheckingBanner at={command.at} />
      {!busy && <ReviewNotice satang={amount} rules={rules} />}
    </ConfirmStep>
  );
}
