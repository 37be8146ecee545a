import { createFileRoute, Link } from '@tanstack/react-router';
import { readFirst } from '@/data/engine/live/live';
import { resourceQuery } from '@/data/engine/resources/use-resource';
import { couponsQuery } from '@/data/domains/rewards/use-rewards';
import { SpinPage } from '@/features/rewards/spin/spin-page';
import { linkClass } from '@/ui/cx';

export const Route = createFileRoute('/user/spin/')({
  // The spin, and the prize, that a sheet shows.
  validateSearch: ({ won, coupon }: Record<string, unknown>): SpinSearch => ({
    ...(typeof won === 'string' && { won }),
    ...(typeof coupon === 'string' && { coupon }),
  }),
  loader: () => readFirst(resourceQuery('spinwheel'), couponsQuery),
  component: SpinRoute,
});

interface SpinSearch {
  won?: string;
  coupon?: string;
}

function SpinRoute() {
  return (
    <SpinPage
      checkLink={(words) => (
        <Link to="/user/spin/check" className={`tap ${linkClass}`}>
          {words}
        </Link>
      )}
    />
  );
}
