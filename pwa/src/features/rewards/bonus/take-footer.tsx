import { useTranslation } from 'react-i18next';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { Button } from '@/ui/button';
import { formatMoney } from '@/ui/format/money';

interface TakeFooterProps {
  /** In baht. */
  amount: number;
  /** Why it cannot be had now. */
  blocked?: string;
  hint?: string;
  onNext: () => void;
}

/** The way to the last look before a bonus or a promotion is taken. */
export function TakeFooter({ amount, blocked, hint, onNext }: TakeFooterProps) {
  const { t } = useTranslation('bonus');
  const { offline } = useConnection();
  const beneath = offline ? t('sheet.offline') : (blocked ?? hint);
  return (
    <div className="grid gap-2">
      <Button block disabled={offline || blocked !== undefined} onClick={onNext}>
        {amount > 0 ? t('sheet.take', { amount: formatMoney(amount) }) : t('sheet.takeBare')}
      </Button>
      {beneath && <p className="text-center text-small text-ink-2">{beneath}</p>}
    </div>
  );
}
