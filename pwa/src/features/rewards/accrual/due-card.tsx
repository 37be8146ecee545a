import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '@/ui/amount';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';

interface DueCardProps {
  label: string;
  /** In baht. */
  amount: number;
  /** The button's text, with the amount. */
  action: string;
  /** Why the amount cannot be collected now. A reason disables the button. */
  blocked?: string;
  /** Makes the button secondary, for a page with a more important button. */
  second?: boolean;
  onCollect: () => void;
  children?: ReactNode;
}

/** Shows the amount due, and the button to collect it. */
export function DueCard({ label, amount, action, blocked, second, onCollect, children }: DueCardProps) {
  const { t } = useTranslation('accrual');
  return (
    <Card className="px-4 pt-4 pb-4 text-center">
      <p className="text-ink-2">{label}</p>
      <p className="text-amount font-bold">
        <Amount value={amount} unit={t('unit')} unitClass="text-ink-2" />
      </p>
      {children && <div className="mt-1 space-y-0.5 text-small text-ink-2">{children}</div>}
      <Button
        block
        variant={second ? 'tonal' : 'primary'}
        className="mt-3"
        disabled={blocked !== undefined}
        onClick={onCollect}
      >
        {action}
      </Button>
      {blocked && <p className="mt-2 text-small text-ink-2">{blocked}</p>}
    </Card>
  );
}
