import { useTranslation } from 'react-i18next';
import { cx } from '@/ui/cx';
import { formatCount } from '@/ui/format/money';
import { Spinner } from '@/ui/spinner';

/** The hub's diameter as a share of the wheel's. */
const SHARE_OF_WHEEL = 0.27;

interface HubProps {
  /** The diameter of the wheel in pixels. */
  size: number;
  coins: number;
  /**
   * True while a spin is requested or the wheel turns. Taps are then ignored, but the button keeps the focus.
   */
  busy: boolean;
  offline: boolean;
  onSpin: () => void;
}

/** The button in the middle, with the number of coins left. */
export function Hub({ size, coins, busy, offline, onSpin }: HubProps) {
  const { t } = useTranslation('spin');
  const hasNoCoins = coins <= 0;
  // The text grows with the member's text size as far as the hub has space.
  const smallText = { fontSize: `min(0.8125rem, ${size * 0.042}px)` };
  return (
    <button
      type="button"
      disabled={(hasNoCoins || offline) && !busy}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={() => !busy && onSpin()}
      style={{ width: size * SHARE_OF_WHEEL, height: size * SHARE_OF_WHEEL }}
      className={cx(
        'press relative grid place-content-center place-items-center overflow-hidden rounded-full px-1 text-center leading-tight',
        hasNoCoins || offline ? 'bg-off-soft text-ink-2' : 'bg-yolk text-yolk-ink',
      )}
    >
      {busy && hasNoCoins ? (
        <Spinner />
      ) : hasNoCoins ? (
        <span className="font-semibold text-balance" style={smallText}>
          {t('noCoin')}
        </span>
      ) : (
        <>
          <span className="font-bold" style={{ fontSize: `min(1.25rem, ${size * 0.066}px)` }}>
            {t('spin')}
          </span>
          <span className="font-semibold" style={smallText}>
            {t('left', { coins: formatCount(coins), count: coins })}
          </span>
        </>
      )}
    </button>
  );
}
