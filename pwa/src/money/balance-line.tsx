import { useTranslation } from 'react-i18next';
import { useHiddenAmounts } from '@/data/device/use-hidden-amounts';
import { useBalance } from '@/data/domains/wallet/use-home';
import { DOTS } from '@/ui/amount';
import { cx } from '@/ui/cx';
import { formatMoney } from '@/ui/format/money';

/**
 * What is in the wallet, on each page where money comes in or is told of, as home covers or shows it. Its room is
 * there before the phone has read it, and stays empty where it never heard of it.
 */
export function BalanceLine({ className }: { className?: string }) {
  const { t } = useTranslation('ui');
  const balance = useBalance();
  const [hidden] = useHiddenAmounts();
  return (
    <p className={cx('text-small text-ink-2', className)}>
      {balance === undefined ? '\u00a0' : t('inWallet', { amount: hidden ? DOTS : formatMoney(balance) })}
    </p>
  );
}
