import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashLine } from '@/data/domains/cash/types';
import { useFrequentSync, useLine } from '@/data/domains/statement/use-line';
import { WALLET, type GameTransferRequest } from '@/data/domains/games/commands';
import { finishSheet } from '@/nav/finish';
import { showLine, showSheet } from '@/nav/sheets';
import { Button } from '@/ui/button';
import { formatMoney } from '@/ui/format/money';
import { ResultStep } from '@/ui/result-step';
import { usePlaceName } from '../use-place-name';

interface TransferResultProps {
  firstLine: CashLine;
  request: GameTransferRequest;
  onAgain: () => void;
  /** Shown once the money is in the game. */
  next?: ReactNode;
}

/**
 * Shows whether the transfer is done, pending or failed. It follows the statement line while the member
 * waits.
 */
export function TransferResult({ firstLine, request, onAgain, next }: TransferResultProps) {
  const line = useLine(firstLine._id, firstLine) ?? firstLine;
  useFrequentSync(line.status === 'PENDING');
  if (line.status === 'FAILED') return <TransferFailed line={line} request={request} onAgain={onAgain} />;
  if (line.status === 'SUCCESS') return <TransferDone line={line} request={request} next={next} />;
  return <TransferPending line={line} request={request} />;
}

interface OutcomeProps {
  line: CashLine;
  request: GameTransferRequest;
}

function TransferDone({ line, request, next }: OutcomeProps & Pick<TransferResultProps, 'next'>) {
  const { t } = useTranslation('games');
  const name = usePlaceName();
  const amount = formatMoney(line.amount);
  // The target game refused the money, so the server moved it to the wallet.
  const isBack = request.to !== WALLET && line.toPlace?.kind === 'wallet';
  const finishButton = (
    <Button variant={next && !isBack ? 'tonal' : 'primary'} block onClick={finishSheet}>
      {t('finish')}
    </Button>
  );
  if (isBack) {
    return (
      <ResultStep outcome="failed" title={t('transfer.returned')} footer={finishButton}>
        {t('transfer.returnedText', { to: name(request.to), amount })}
      </ResultStep>
    );
  }
  return (
    <ResultStep
      outcome="done"
      title={t('transfer.successMsg', { amount })}
      footer={
        <div className="grid gap-2">
          {next}
          {finishButton}
        </div>
      }
    >
      {t('transfer.transferMsg', { to: name(request.to) })}
    </ResultStep>
  );
}

function TransferPending({ line, request }: OutcomeProps) {
  const { t } = useTranslation('games');
  const name = usePlaceName();
  return (
    <ResultStep
      outcome="pending"
      title={t('transfer.pendingTitle', { amount: formatMoney(line.amount) })}
      footer={
        <div className="grid gap-2">
          <Button block onClick={finishSheet}>
            {t('finish')}
          </Button>
          <Button variant="quiet" block onClick={() => showLine(line._id)}>
            {t('transfer.line')}
          </Button>
        </div>
      }
    >
      {t('transfer.pendingText', {
        game: [request.from, request.to]
          .filter((place) => place !== WALLET)
          .map(name)
          .join(', '),
      })}
    </ResultStep>
  );
}

/** Says where the money is, and what the member can do next. */
function TransferFailed({ line, request, onAgain }: OutcomeProps & Pick<TransferResultProps, 'onAgain'>) {
  const { t } = useTranslation('games');
  const name = usePlaceName();
  const text =
    line.note === 'MONEY_NOT_ENOUGH'
      ? t('transfer.failedShort')
      : request.from === WALLET
        ? t('transfer.failedWallet')
        : t('transfer.failedGame', { from: name(request.from) });
  return (
    <ResultStep
      outcome="failed"
      title={t('transfer.failedTitle')}
      footer={
        <div className="grid gap-2">
          <Button block onClick={onAgain}>
            {t('transfer.again')}
          </Button>
          <Button variant="tonal" block onClick={() => showSheet('chat')}>
            {t('contact')}
          </Button>
          <Button variant="quiet" block onClick={finishSheet}>
            {t('finish')}
          </Button>
        </div>
      }
    >
      {text}
    </ResultStep>
  );
}
