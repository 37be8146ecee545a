import { useTranslation } from 'react-i18next';
import { isApiError } from '@/data/api/errors';
import { buildCancellation } from '@/data/domains/cash/commands';
import type { CashResponse, CashLine } from '@/data/domains/cash/types';
import { useLine } from '@/data/domains/statement/use-line';
import { isRunning } from '@/data/engine/commands/machine';
import { dismissCommand, sendCommand, type Command } from '@/data/engine/commands/send';
import { nameOf } from '@/data/engine/commands/commands';
import { useCommand } from '@/data/engine/commands/use-command';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { useBankAccount } from '@/data/domains/wallet/use-home';
import '@/i18n/cash-texts';
import { closeSheet } from '@/nav/sheets';
import { Alert } from '@/ui/alert';
import { Amount } from '@/ui/amount';
import { Button } from '@/ui/button';
import { ConfirmFacts } from '@/ui/confirm-step';
import { EmptyState } from '@/ui/empty-state';
import { formatMoney } from '@/ui/format/money';
import { formatDateTime } from '@/ui/format/time';
import { ResultStep } from '@/ui/result-step';
import { SheetPage, useSeenOnClose } from '@/ui/sheet';
import { CheckingBanner } from '@/money/checking-banner';
import { useMoneyProblem } from '@/money/money-texts';
import { PasswordStep } from '@/money/password-step';
import { useAccountName } from './own-account';

interface CancelSheetProps {
  /** Id of the withdrawal's statement line. */
  lineId: string;
}

/** Cancels a withdrawal that has not been sent. The sheet itself is the confirmation. */
export default function CancelSheet({ lineId }: CancelSheetProps) {
  const { t } = useTranslation('cash');
  const name = nameOf('cancelWithdrawal', lineId);
  const command = useCommand('cancelWithdrawal', lineId);
  const line = useLine(lineId);
  useSeenOnClose(command.at !== 'idle' && !isRunning(command), () => dismissCommand(name));
  if (command.at === 'password') return <PasswordStep name={name} />;
  if (!line) {
    return (
      <SheetPage title={t('cancel.title')}>
        <EmptyState title={t('cancel.missing')}>{t('withdraw.missingText')}</EmptyState>
      </SheetPage>
    );
  }
  if (command.at === 'done') return <Cancelled />;
  return <Question line={line} command={command} />;
}

interface QuestionProps {
  line: CashLine;
  command: Command<CashResponse>;
}

function Question({ line, command }: QuestionProps) {
  const { t } = useTranslation('cash');
  const account = useAccountName(useBankAccount());
  const isOver = !line.canCancel && command.at === 'idle';
  return (
    <SheetPage
      title={t('cancel.title')}
      footer={isOver ? <TooLate /> : <CancelButtons line={line} busy={isRunning(command)} />}
    >
      <div className="space-y-4">
        <p className="text-center text-amount font-bold">
          <Amount value={line.amount} unit={t('unit')} unitClass="text-ink-2" />
        </p>
        <ConfirmFacts
          facts={[
            { label: t('withdraw.to'), value: account || line.to },
            { label: t('cancel.asked'), value: formatDateTime(line.createdAt).slice(0, 16) },
          ]}
        />
        {command.at === 'checking' ? (
          <CheckingBanner at={command.at} />
        ) : (
          <p className="px-1 text-small text-ink-2">{t(isOver ? 'cancel.over' : 'cancel.text')}</p>
        )}
      </div>
      <Failure command={command} />
    </SheetPage>
  );
}

/** Shown if the withdrawal was sent to the bank, or ended, while the sheet was open. */
function TooLate() {
  const { t } = useTranslation('cash');
  return (
    <Button block onClick={closeSheet}>
      {t('ok')}
    </Button>
  );
}

function CancelButtons({ line, busy }: { line: CashLine; busy: boolean }) {
  const { t } = useTranslation('cash');
  const { offline } = useConnection();
  return (
    <div className="grid gap-2">
      <Button variant="tonal" block onClick={closeSheet}>
        {t('cancel.keep')}
      </Button>
      <Button
        variant="danger"
        block
        disabled={offline && !busy}
        busy={busy}
        busyLabel={t('cancel.busy')}
        onClick={() => void sendCommand(buildCancellation(line._id))}
      >
        {t('cancel.submit', { amount: formatMoney(line.amount) })}
      </Button>
      {offline && !busy && <p className="text-center text-small text-ink-2">{t('cancel.offline')}</p>}
    </div>
  );
}

/** Shows why the cancellation failed. If the bank may already have the withdrawal, the sheet closes. */
function Failure({ command }: Pick<QuestionProps, 'command'>) {
  const { t } = useTranslation('cash');
  const problem = useMoneyProblem();
  const failed = command.at === 'failed' ? command : undefined;
  const tooLate = isApiError(failed?.error) && failed.error.code === 'NO_DATA';
  return (
    <Alert
      open={failed !== undefined}
      title={tooLate ? t('cancel.sent') : failed ? problem(failed.error) : ''}
      action={t('ok')}
      onClose={() => (tooLate ? closeSheet() : failed && dismissCommand(failed.request.name))}
    >
      {t(tooLate ? 'cancel.sentText' : 'cancel.failed')}
    </Alert>
  );
}

function Cancelled() {
  const { t } = useTranslation('cash');
  return (
    <ResultStep
      outcome="done"
      title={t('cancel.done')}
      footer={
        <Button block onClick={closeSheet}>
          {t('finish')}
        </Button>
      }
    >
      {t('cancel.doneText')}
    </ResultStep>
  );
}
