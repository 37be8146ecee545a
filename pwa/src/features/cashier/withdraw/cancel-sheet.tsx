import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import '@/i18n/cash-texts';
import { isApiError } from '@/data/api/errors';
import { dismiss, send } from '@/data/cash/money';
import { cancelName, cancelWithdrawal } from '@/data/cash/orders';
import type { CashAnswer } from '@/data/cash/types';
import { useLine } from '@/data/cash/useLine';
import { useMoney } from '@/data/cash/useMoney';
import { useConnection } from '@/data/hooks/useConnection';
import { Alert } from '@/ui/alert';
import { Amount } from '@/ui/amount';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Facts } from '@/ui/confirm-step';
import { EmptyState } from '@/ui/empty-state';
import { formatMoney } from '@/ui/format/money';
import { formatDateTime } from '@/ui/format/time';
import { ResultStep } from '@/ui/result-step';
import { SheetPage } from '@/ui/sheet';
import { useMoneyProblem } from '../money-words';
import { PasswordStep } from '../password-step';

interface CancelSheetProps {
  /** The withdrawal's line. */
  lineId: string;
  onClose: () => void;
}

/** Takes a withdrawal back that has not been sent; the sheet itself is the second look. */
export default function CancelSheet({ lineId, onClose }: CancelSheetProps) {
  const { t } = useTranslation('cash');
  const name = cancelName(lineId);
  const money = useMoney<CashAnswer>(name);
  const line = useLine(lineId);
  const { offline } = useConnection();
  const problem = useMoneyProblem();
  useEffect(() => () => dismiss(name), [name]);
  if (money.at === 'password') return <PasswordStep name={name} />;
  if (!line) {
    return (
      <SheetPage title={t('cancel.title')}>
        <EmptyState title={t('withdraw.missing')}>{t('withdraw.missingText')}</EmptyState>
      </SheetPage>
    );
  }
  const amount = formatMoney(line.amount);
  if (money.at === 'done') {
    return (
      <ResultStep
        outcome="done"
        title={t('cancel.done')}
        footer={
          <Button block onClick={onClose}>
            {t('finish')}
          </Button>
        }
      >
        {t('cancel.doneText', { amount })}
      </ResultStep>
    );
  }
  const busy = money.at === 'sending' || money.at === 'checking';
  const failed = money.at === 'failed' ? money.error : undefined;
  const tooLate = isApiError(failed) && failed.code === 'NO_DATA';
  return (
    <SheetPage
      title={t('cancel.title')}
      footer={
        <div className="grid gap-2">
          <Button variant="tonal" block onClick={onClose}>
            {t('cancel.keep')}
          </Button>
          <Button
            variant="danger"
            block
            disabled={offline && !busy}
            busy={busy}
            busyLabel={t('cancel.busy')}
            onClick={() => void send(cancelWithdrawal(lineId))}
          >
            {t('cancel.submit', { amount })}
          </Button>
          {offline && !busy && <p className="text-center text-small text-ink-2">{t('cancel.offline')}</p>}
        </div>
      }
    >
      <div className="space-y-4">
        <p className="text-center text-amount font-bold">
          <Amount value={line.amount} unit={t('unit')} unitClass="text-ink-2" />
        </p>
        <Facts
          facts={[
            { label: t('withdraw.to'), value: line.to },
            { label: t('cancel.asked'), value: formatDateTime(line.createdAt).slice(0, 16) },
          ]}
        />
        {money.at === 'checking' ? (
          <Banner tone="pending" icon={RefreshCw} role="status">
            {t('checking')}
          </Banner>
        ) : (
          <p className="px-1 text-small text-ink-2">{t('cancel.text')}</p>
        )}
      </div>
      <Alert
        open={failed !== undefined}
        title={tooLate ? t('cancel.sent') : failed === undefined ? '' : problem(failed)}
        action={t('ok')}
        onClose={() => (tooLate ? onClose() : dismiss(name))}
      >
        {t(tooLate ? 'cancel.sentText' : 'cancel.failed')}
      </Alert>
    </SheetPage>
  );
}
