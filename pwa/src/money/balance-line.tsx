import { useTranslation } from 'react-i18next';
import { useHiddenAmounts } from '@/data/device/use-hidden-amounts';
import { useBalance } from '@/data/domains/wallet/use-home';
import { HIDDEN_AMOUNT } from '@/ui/amount';
import { cx } from '@/ui/cx';
import { formatMoney } from '@/ui/format/money';

/**
 * Shows the wallet balance on pages about money. It is hidden if amounts are hidden on the home page. Its
 * space is reserved before the balance is loaded, and stays empty if the phone has no balance.
 */
export function BalanceLine({ className }: { className?: string }) {
  const { t } = useTranslation('ui');
  const balance = useBalance();
  const [hidden] = useHiddenAmounts();
  return (
    <p className={cx('text-small text-ink-2', className)}>
      {balance === undefined
        ? '\u00a0'
        : t('inWallet', { amount: hidden ? HIDDEN_AMOUNT : formatMoney(balance) })}
    </p>
  );
}
