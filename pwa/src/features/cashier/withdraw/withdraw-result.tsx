import { useTranslation } from 'react-i18next';
import type { CashLine } from '@/data/domains/cash/types';
import { useFrequentSync, useLine } from '@/data/domains/statement/use-line';
import { useResource } from '@/data/engine/resources/use-resource';
import { codeText } from '@/i18n/error-text';
import { finishSheet } from '@/nav/finish';
import { showLine, showSheet } from '@/nav/sheets';
import { Button } from '@/ui/button';
import { formatMoney } from '@/ui/format/money';
import { ResultStep } from '@/ui/result-step';

interface WithdrawResultProps {
  firstLine: CashLine;
  /** The short name of the account that receives the money. */
  account: string;
  /** The member has money in games, which a withdrawal first moves back to the wallet. */
  hasGames: boolean;
  /** The current wallet balance in baht. */
  inWallet: number;
  onAgain: () => void;
}

/**
 * Shows whether the withdrawal is pending, paid or refused. It follows the statement line while the member
 * waits.
 */
export function WithdrawResult({ firstLine, account, hasGames, inWallet, onAgain }: WithdrawResultProps) {
  const { t } = useTranslation('cash');
  const line = useLine(firstLine._id, firstLine) ?? firstLine;
  useFrequentSync(line.status === 'PENDING');
  const amount = formatMoney(line.amount);
  const finishButton = (
    <Button block onClick={finishSheet}>
      {t('finish')}
    </Button>
  );
  if (line.status === 'FAILED') return <Refused note={line.note} inWallet={inWallet} onAgain={onAgain} />;
  if (line.status === 'SUCCESS') {
    return (
      <ResultStep outcome="done" title={t('withdraw.successMsg', { amount })} footer={finishButton}>
        {t('withdraw.waiteTransfer', { account })}
      </ResultStep>
    );
  }
  return (
    <ResultStep
      outcome="pending"
      title={t('withdraw.pendingTitle', { amount })}
      footer={
        <div className="grid gap-2">
          {finishButton}
          <Button variant="quiet" block onClick={() => showLine(line._id)}>
            {t('withdraw.line')}
          </Button>
        </div>
      }
    >
      {line.canCancel ? (
        <Unsent line={line._id} account={account} hasGames={hasGames} />
      ) : (
        t('withdraw.pendingText', { account })
      )}
    </ResultStep>
  );
}

/**
 * Shows why the withdrawal has not been sent to the bank yet. Only the server can know that an earlier
 * withdrawal blocks it.
 */
function Unsent({
  line,
  account,
  hasGames,
}: Pick<WithdrawResultProps, 'account' | 'hasGames'> & { line: string }) {
  const { t } = useTranslation('cash');
  const { data } = useResource('line', line);
  if (data?.waitsFor === 'earlier') return t('withdraw.earlierText', { account });
  return t(`withdraw.${hasGames ? 'gatherText' : 'approveText'}`, { account });
}

/** Shows why the withdrawal was refused, and what the member can do next. */
function Refused({
  note,
  inWallet,
  onAgain,
}: Pick<CashLine, 'note'> & Pick<WithdrawResultProps, 'inWallet' | 'onAgain'>) {
  const { t } = useTranslation('cash');
  // No money was held. The wallet now also contains what the games returned.
  const isShort = note === 'MONEY_NOT_ENOUGH';
  return (
    <ResultStep
      outcome="failed"
      title={t('withdraw.failedTitle')}
      footer={
        <div className="grid gap-2">
          <Button block onClick={onAgain}>
            {t('withdraw.again')}
          </Button>
          <Button variant="tonal" block onClick={() => showSheet('chat')}>
            {t('withdraw.contact')}
          </Button>
          <Button variant="quiet" block onClick={finishSheet}>
            {t('finish')}
          </Button>
        </div>
      }
    >
      <p>{codeText(note ?? 'WITHDRAW_REFUSED')}</p>
      <p className="mt-2 text-small">
        {isShort ? t('withdraw.short', { amount: formatMoney(inWallet) }) : t('withdraw.failedNext')}
      </p>
    </ResultStep>
  );
}
