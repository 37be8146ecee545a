import { useTranslation } from 'react-i18next';
import { isRunning } from '@/data/engine/commands/machine';
import { sendCommand, type Command, type CommandRequest } from '@/data/engine/commands/send';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { useHome } from '@/data/domains/wallet/use-home';
import { totalOf } from '@/data/domains/wallet/total';
import { CheckingBanner } from '@/money/checking-banner';
import { ConfirmStep } from '@/ui/confirm-step';
import { formatMoney } from '@/ui/format/money';
import { Button } from '@/ui/button';

interface ConfirmBonusStepProps<Data> {
  command: Command<Data>;
  buildRequest: () => CommandRequest<Data>;
  /** In baht, as `needed`. */
  amount: number;
  /** The amount to play before a withdrawal; 0 if the server did not send it. */
  needed: number;
  onBack: () => void;
}

/**
 * Asks for confirmation to take a bonus. Says what it gives, how much must be played, and which of the
 * member's money it locks.
 */
export function ConfirmBonusStep<Data>({
  command,
  buildRequest,
  amount,
  needed,
  onBack,
}: ConfirmBonusStepProps<Data>) {
  const { t } = useTranslation('bonus');
  const { offline } = useConnection();
  const { data: home = {} } = useHome();
  const own = totalOf(home);
  const busy = isRunning(command);
  const formatWithUnit = (sum: number) => t('baht', { amount: formatMoney(sum) });
  return (
    <ConfirmStep
      title={t('confirm.title')}
      amount={amount}
      unit={t('confirm.unit')}
      facts={[
        ...(needed > 0 ? [{ label: t('confirm.needed'), value: formatWithUnit(needed) }] : []),
        ...(own === undefined || busy ? [] : [{ label: t('confirm.locked'), value: formatWithUnit(own) }]),
      ]}
      action={t('confirm.submit', { amount: formatMoney(amount) })}
      busy={busy}
      busyLabel={t('sheet.taking')}
      blocked={offline && !busy ? t('sheet.offline') : undefined}
      back={t('confirm.back')}
      onConfirm={() => void sendCommand(buildRequest())}
      onBack={onBack}
    >
      <CheckingBanner at={command.at} />
      <p className="px-1 text-small text-ink-2">{t('confirm.text')}</p>
    </ConfirmStep>
  );
}

interface BonusFooterProps {
  /** In baht. */
  amount: number;
  /** Why the bonus cannot be taken now. */
  blocked?: string;
  hint?: string;
  onNext: () => void;
}

/** The button that opens the confirmation for a bonus or a promotion. */
export function BonusFooter({ amount, blocked, hint, onNext }: BonusFooterProps) {
  const { t } = useTranslation('bonus');
  const { offline } = useConnection();
  const note = offline ? t('sheet.offline') : (blocked ?? hint);
  return (
    <div className="grid gap-2">
      <Button block disabled={offline || blocked !== undefined} onClick={onNext}>
        {amount > 0 ? t('sheet.take', { amount: formatMoney(amount) }) : t('sheet.takeBare')}
      </Button>
      {note && <p className="text-center text-small text-ink-2">{note}</p>}
    </div>
  );
}
