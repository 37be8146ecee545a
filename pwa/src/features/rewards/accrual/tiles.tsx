import { HandCoins, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import '@/i18n/home-texts';
import { showSheet } from '@/nav/sheets';
import { Tile, tileClass } from '@/ui/tile';

export function FriendsTile() {
  const { t } = useTranslation('home');
  return (
    <button type="button" className={tileClass} onClick={() => showSheet('invite')}>
      <Tile icon={Users} tone="pink">
        {t('tiles.friends')}
      </Tile>
    </button>
  );
}

export function RefundTile() {
  const { t } = useTranslation('home');
  return (
    <button type="button" className={tileClass} onClick={() => showSheet('refund')}>
      <Tile icon={HandCoins} tone="sky">
        {t('tiles.refund')}
      </Tile>
    </button>
  );
}
