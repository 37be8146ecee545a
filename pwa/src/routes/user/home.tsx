import { Gift } from 'lucide-react';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAgreementPrompt } from '@/features/content/agreement';
import { GameSections } from '@/features/games/cards/game-sections';
import { HomePage } from '@/features/home/home-page';
import { FriendsTile, RefundTile } from '@/features/rewards/accrual/tiles';
import { WheelTile } from '@/features/rewards/spin/tiles';
import { RecentLines } from '@/features/statement/recent-lines';
import { Tile, tileClass } from '@/ui/tile';

export const Route = createFileRoute('/user/home')({
  // The ends of a transfer, and the game of the account, that a sheet is about.
  validateSearch: ({ from, to, slot }: Record<string, unknown>): HomeSearch => ({
    ...(typeof from === 'string' && { from }),
    ...(typeof to === 'string' && { to }),
    ...(typeof slot === 'string' && { slot }),
  }),
  component: HomeRoute,
});

interface HomeSearch {
  from?: string;
  to?: string;
  slot?: string;
}

function HomeRoute() {
  const { t } = useTranslation('home');
  useAgreementPrompt();
  return (
    <HomePage
      tiles={
        <>
          <WheelTile
            link={(tile) => (
              <Link to="/user/spin" className={tileClass}>
                {tile}
              </Link>
            )}
          />
          <FriendsTile />
          <Link to="/user/bonus" className={tileClass}>
            <Tile icon={Gift} tone="leaf">
              {t('tiles.bonus')}
            </Tile>
          </Link>
          <RefundTile />
        </>
      }
      games={<GameSections />}
      recent={<RecentLines />}
      allLink={
        <Link to="/user/statement" className="tap text-small font-semibold text-brand-text">
          {t('all')}
        </Link>
      }
    />
  );
}
