import { LoaderPinwheel, RefreshCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import '@/i18n/home-texts';
import { isOffline } from '@/data/device/connection';
import { refreshAll } from '@/data/app/refresh-all';
import { useHome } from '@/data/domains/wallet/use-home';
import { useResource } from '@/data/engine/resources/use-resource';
import { codeText } from '@/i18n/error-text';
import { formatCount } from '@/ui/format/money';
import { Tile, tileClass, TilePlaceholder } from '@/ui/tile';
import { toast } from '@/ui/toast';

interface WheelTileProps {
  /** Renders the link to the wheel around its tile. */
  link: (tile: ReactNode) => ReactNode;
}

/**
 * Shows the wheel's tile with the coins, if a wheel is active. Otherwise shows a tile that refreshes the
 * balances of all games.
 */
export function WheelTile({ link }: WheelTileProps) {
  const { t } = useTranslation('home');
  const { data, loading } = useResource('spinwheelActive');
  const coins = useHome().data?.profile?.coin;
  if (!data) return loading ? <TilePlaceholder /> : null;
  if (!data.isActive) return <RefreshTile />;
  return link(
    <Tile icon={LoaderPinwheel} tone="yolk" badge={coins === undefined ? undefined : <Badge coins={coins} />}>
      {t('tiles.wheel')}
    </Tile>,
  );
}

function Badge({ coins }: { coins: number }) {
  const { t } = useTranslation('home');
  return (
    <>
      <span className="sr-only">{t('coins')} </span>
      {formatCount(coins)}
    </>
  );
}

function RefreshTile() {
  const { t } = useTranslation('home');
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    if (busy) return;
    setBusy(true);
    const hasResponse = await refreshAll();
    setBusy(false);
    if (hasResponse) toast.done(t('updated'));
    else if (isOffline()) toast.error(codeText('NETWORK'));
  };
  return (
    <button type="button" className={tileClass} aria-busy={busy || undefined} onClick={() => void refresh()}>
      <Tile icon={RefreshCw} tone="sky">
        {t('tiles.refresh')}
      </Tile>
    </button>
  );
}
