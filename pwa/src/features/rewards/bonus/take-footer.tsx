import { useTranslation } from 'react-i18next';
import { isUnderWay } from '@/data/commands/machine';
import { send, type Command, type Order } from '@/data/commands/send';
import { useConnection } from '@/data/hooks/useConnection';
import { CheckingBanner } from '@/money/checking-banner';
import { Button } from '@/ui/button';
import { formatMoney } from '@/ui/format/money';

interface TakeFooterProps<Answer> {
  command: Command<Answer>;
  order: () => Order<Answer>;
  /** In baht. */
  amount: number;
  /** Why it cannot be had now. */
  blocked?: string;
  hint?: string;
}

/** The one button by which a bonus or a promotion is taken, with its amount. */
export function TakeFooter<Answer>({ command, order, amount, blocked, hint }: TakeFooterProps<Answer>) {
  const { t } = useTranslation('bonus');
  const { offline } = useConnection();
  const beneath = offline ? t('sheet.offline') : (blocked ?? hint);
  return (
    <div className="grid gap-2">
      <CheckingBanner money={command} />
      <Button
        block
        disabled={offline || blocked !== undefined}
        busy={isUnderWay(command)}
        busyLabel={t('sheet.taking')}
        onClick={() => void send(order())}
      >
        {amount > 0 ? t('sheet.take', { amount: formatMoney(amount) }) : t('sheet.takeBare')}
      </Button>
      {beneath && <p className="text-center text-small text-ink-2">{beneath}</p>}
    </div>
  );
}
