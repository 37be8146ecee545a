import { Gift } from 'lucide-react';
import { createFileRoute, Link, redirect } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import '@/i18n/home-texts';
import { readFirst } from '@/data/engine/live/live';
import { listQuery } from '@/data/engine/pages/pages';
import { homeQuery } from '@/data/engine/home/home';
import { resourceQuery } from '@/data/engine/resources/use-resource';
import { useAgreementPrompt } from '@/features/content/agreement';
import { GameSections } from '@/features/games/cards/game-sections';
import { HomePage } from '@/features/home/home-page';
import { FriendsTile, RefundTile } from '@/features/rewards/accrual/tiles';
import { WheelTile } from '@/features/rewards/spin/tiles';
import { useHeldLine } from '@/features/statement/held-line';
import { RecentLines } from '@/features/statement/recent-lines';
import { codeText } from '@/i18n/error-text';
import { Tile, tileClass } from '@/ui/tile';
import { toast } from '@/ui/toast';
import { useRestoredScroll } from './-restored-scroll';
import { lineLink } from './-line-link';

export const Route = createFileRoute('/user/home')({
  validateSearch: ({ from, to, slot, shared }: Record<string, unknown>): HomeSearch => ({
    ...(typeof from === 'string' && { from }),
    ...(typeof to === 'string' && { to }),
    ...(typeof slot === 'string' && { slot }),
    ...(shared === 0 && { shared }),
  }),
  beforeLoad: ({ search: { shared, ...search } }) => {
    if (shared === undefined) return;
    toast.error(codeText('TRUELINK_INVALID'));
    throw redirect({ to: '/user/home', search, replace: true });
  },
  loader: () =>
    readFirst(
      homeQuery,
      resourceQuery('care'),
      resourceQuery('spinwheelActive'),
      listQuery('statement'),
      listQuery('slips'),
    ),
  component: HomeRoute,
});

interface HomeSearch {
  /** Source and target of a transfer, and the game, that a sheet shows. */
  from?: string;
  to?: string;
  slot?: string;
  /** Another app shared a text with this one, and it had no gift link. */
  shared?: 0;
}

function HomeRoute() {
  const { t } = useTranslation('home');
  useAgreementPrompt();
  useRestoredScroll();
  const held = useHeldLine();
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
      recent={<RecentLines link={lineLink} />}
      pendingLink={(words, className) =>
        held ? (
          <Link to="/user/statement/$id" params={{ id: held }} className={className}>
            {words}
          </Link>
        ) : (
          <Link to="/user/statement" className={className}>
            {words}
          </Link>
        )
      }
      allLink={
        <Link to="/user/statement" className="tap text-small font-semibold text-brand-text">
          {t('all')}
        </Link>
      }
    />
  );
}
