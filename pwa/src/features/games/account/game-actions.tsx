import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { bahtOf } from '@/data/kit/satang';
import { Button } from '@/ui/button';
import { formatMoney } from '@/ui/format/money';

interface GameActionsProps {
  name: string;
  /** Satang to transfer; undefined or 0 to play without a transfer. */
  amount: number | undefined;
  /** True if this amount cannot be transferred. */
  barred: boolean;
  busy: boolean;
  offline: boolean;
  onPlay: () => void;
  onTransfer: (andPlay: boolean) => void;
}

/**
 * The three buttons: transfer and play, only play, only transfer. Without an amount the first button only
 * plays, the second is absent and the third is disabled.
 */
export function GameActions({
  name,
  amount = 0,
  barred,
  busy,
  offline,
  onPlay,
  onTransfer,
}: GameActionsProps) {
  const { t } = useTranslation('games');
  const hasAmount = amount > 0;
  return (
    <div className="grid gap-2">
      <Button
        block
        icon={Play}
        disabled={(offline || (hasAmount && barred)) && !busy}
        busy={busy}
        busyLabel={t('transfer.busy')}
        onClick={() => (hasAmount ? onTransfer(true) : onPlay())}
      >
        {hasAmount
          ? t('account.transferPlay', { amount: formatMoney(bahtOf(amount)) })
          : t('account.play', { name })}
      </Button>
      <div className="flex flex-wrap gap-2">
        {hasAmount && (
          <Button variant="tonal" className="flex-1 !px-2" disabled={offline || busy} onClick={onPlay}>
            {t('account.playOnly')}
          </Button>
        )}
        <Button
          variant="tonal"
          className="flex-1 !px-2"
          disabled={offline || busy || !hasAmount || barred}
          onClick={() => onTransfer(false)}
        >
          {t('account.transferOnly')}
        </Button>
      </div>
      {offline && !busy && <p className="text-center text-small text-ink-2">{t('account.offline')}</p>}
    </div>
  );
}
