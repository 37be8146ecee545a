import { useTranslation } from 'react-i18next';
import { isRunning } from '@/data/engine/commands/machine';
import { sendCommand, type Command } from '@/data/engine/commands/send';
import type { CommandId } from '@/data/engine/commands/commands';
import { useOutcome } from '@/data/engine/commands/use-command';
import { useConnection } from '@/data/engine/outbox/use-queue';
import {
  buildRefundTransfer,
  buildInviteCollection,
  buildRefundReceipt,
} from '@/data/domains/rewards/accrual';
import { refreshHome } from '@/data/engine/home/home';
import { useHome } from '@/data/domains/wallet/use-home';
import { codeText } from '@/i18n/error-text';
import { CheckingBanner } from '@/money/checking-banner';
import { useMoneyProblem } from '@/money/money-texts';
import { InlineAmount } from '@/ui/amount';
import { ConfirmStep } from '@/ui/confirm-step';
import { formatMoney } from '@/ui/format/money';
import { toast } from '@/ui/toast';

type CollectCommand = Extract<CommandId, 'collectInvite' | 'receiveRefund' | 'addRefund'>;

const senders: Record<CollectCommand, () => Promise<unknown>> = {
  collectInvite: () => sendCommand(buildInviteCollection()),
  receiveRefund: () => sendCommand(buildRefundReceipt()),
  addRefund: () => sendCommand(buildRefundTransfer()),
};

/** The stage of a command. */
export type CommandStage = Pick<Command, 'at'>;

interface CollectStepProps {
  command: CollectCommand;
  stage: CommandStage;
  /** In baht. */
  amount: number;
  onBack: () => void;
}

/**
 * Returns the stage of the command. Its outcome is shown once, also if the command was sent before a reload.
 */
export function useCollecting(command: CollectCommand, onDone: () => void): CommandStage {
  const { t } = useTranslation('accrual');
  const problem = useMoneyProblem();
  return useOutcome(command, undefined, {
    done: ({ message }) => {
      // The server sends the same code when the money is in the wallet. This amount is not there yet.
      const isHalfway = command === 'receiveRefund' && message === 'REFUND_SUCCESS';
      toast.done(isHalfway ? t('refund.received') : codeText(message));
      void refreshHome();
      onDone();
    },
    failed: (error) => toast.error(problem(error)),
  });
}

/** Shows the confirmation: the amount, its destination, and the wallet's balance after it. */
export function CollectStep({ command, stage, amount, onBack }: CollectStepProps) {
  const { t } = useTranslation('accrual');
  const { offline } = useConnection();
  const { data: home } = useHome();
  const figure = formatMoney(amount);
  const texts = {
    collectInvite: { title: t('invite.confirm'), action: t('invite.collect', { amount: figure }) },
    receiveRefund: { title: t('refund.confirmReceive'), action: t('refund.receive', { amount: figure }) },
    addRefund: { title: t('refund.confirmAdd'), action: t('refund.add', { amount: figure }) },
  }[command];
  const inWallet = command === 'receiveRefund' ? undefined : home?.wallet?.amount;
  return (
    <ConfirmStep
      {...texts}
      amount={amount}
      unit={t('unit')}
      facts={[
        { label: t('to'), value: t(command === 'receiveRefund' ? 'refund.toWaiting' : 'wallet') },
        ...(inWallet === undefined
          ? []
          : [{ label: t('after'), value: <InlineAmount value={inWallet + amount} /> }]),
      ]}
      busy={isRunning(stage)}
      busyLabel={t('busy')}
      blocked={offline ? t('offline') : undefined}
      back={t('back')}
      onConfirm={() => void senders[command]()}
      onBack={onBack}
    >
      <CheckingBanner at={stage.at} />
    </ConfirmStep>
  );
}
