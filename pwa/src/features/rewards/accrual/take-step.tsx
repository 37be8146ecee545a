import { useTranslation } from 'react-i18next';
import { isUnderWay } from '@/data/commands/machine';
import { send } from '@/data/commands/send';
import type { CommandId } from '@/data/commands/table';
import { useOutcome } from '@/data/commands/useCommand';
import { useConnection } from '@/data/hooks/useConnection';
import { addRefund, collectInvite, receiveRefund } from '@/data/rewards/accrual';
import { refreshHome } from '@/data/resources/home';
import { useHome } from '@/data/resources/useHome';
import { codeText } from '@/i18n/error-text';
import { useMoneyProblem } from '@/money/money-words';
import { Money } from '@/ui/amount';
import { ConfirmStep } from '@/ui/confirm-step';
import { formatMoney } from '@/ui/format/money';
import { toast } from '@/ui/toast';

type Taking = Extract<CommandId, 'collectInvite' | 'receiveRefund' | 'addRefund'>;

const takes: Record<Taking, () => Promise<unknown>> = {
  collectInvite: () => send(collectInvite()),
  receiveRefund: () => send(receiveRefund()),
  addRefund: () => send(addRefund()),
};

interface TakeStepProps {
  what: Taking;
  /** In baht. */
  amount: number;
  onBack: () => void;
  /** It has been taken. */
  onDone: () => void;
}

/** The second look before something is taken: how much, where to, and what the wallet has then. */
export function TakeStep({ what, amount, onBack, onDone }: TakeStepProps) {
  const { t } = useTranslation('accrual');
  const { offline } = useConnection();
  const { data: home } = useHome();
  const problem = useMoneyProblem();
  const command = useOutcome(what, undefined, {
    done: ({ message }) => {
      toast.done(codeText(message));
      void refreshHome();
      onDone();
    },
    failed: (error) => toast.error(problem(error)),
  });
  const figure = formatMoney(amount);
  const words = {
    collectInvite: { title: t('invite.confirm'), action: t('invite.collect', { amount: figure }) },
    receiveRefund: { title: t('refund.confirmReceive'), action: t('refund.receive', { amount: figure }) },
    addRefund: { title: t('refund.confirmAdd'), action: t('refund.add', { amount: figure }) },
  }[what];
  const inWallet = what === 'receiveRefund' ? undefined : home?.wallet?.amount;
  return (
    <ConfirmStep
      {...words}
      amount={amount}
      unit={t('unit')}
      facts={[
        { label: t('to'), value: t(what === 'receiveRefund' ? 'refund.toWaiting' : 'wallet') },
        ...(inWallet === undefined
          ? []
          : [{ label: t('after'), value: <Money value={inWallet + amount} /> }]),
      ]}
      busy={isUnderWay(command)}
      busyLabel={t('busy')}
      blocked={offline ? t('offline') : undefined}
      back={t('back')}
      onConfirm={() => void takes[what]()}
      onBack={onBack}
    />
  );
}
