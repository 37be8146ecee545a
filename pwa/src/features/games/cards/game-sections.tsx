import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import '@/i18n/home-texts';
import { isOffline } from '@/data/device/connection';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { useHiddenAmounts } from '@/data/device/use-hidden-amounts';
import { refreshSlots, useSlotsRefreshing } from '@/data/domains/games/slots';
import { useSlots } from '@/data/domains/wallet/use-home';
import { codeText } from '@/i18n/error-text';
import { cx } from '@/ui/cx';
import { SectionTitle } from '@/ui/heading';
import { Spinner } from '@/ui/spinner';
import { toast } from '@/ui/toast';
import { groupByCategory } from '../units';
import { GameCard } from './game-card';

/** Shows the games of the home page by category. */
export function GameSections() {
  const { t } = useTranslation('home');
  const { offline } = useConnection();
  const [hidden] = useHiddenAmounts();
  const refreshing = useSlotsRefreshing();
  const sections = groupByCategory(useSlots() ?? []);
  return (
    <div className="relative" aria-busy={refreshing || undefined}>
      {sections.map(({ category, slots }, i) => (
        <section key={category} className="mt-5">
          <SectionTitle action={i === 0 && <CheckAll refreshing={refreshing} />}>
            {t(`games.${category}`)}
          </SectionTitle>
          {/* With large text each card takes a whole row. */}
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8.6rem,130px)),1fr))] gap-3 md:grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))]">
            {slots.map((slot) => (
              <li key={slot.code}>
                <GameCard slot={slot} hidden={hidden} offline={offline} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {refreshing && sections.length > 0 && <RefreshOverlay />}
    </div>
  );
}

/**
 * The button to refresh the balances at all game providers. If the app is offline, a toast shows this at once.
 */
function CheckAll({ refreshing }: { refreshing: boolean }) {
  const { t } = useTranslation('home');
  const refresh = async () => {
    if (refreshing) return;
    if (isOffline()) return toast.error(codeText('NETWORK'));
    const result = await refreshSlots();
    if (result === 'all') toast.done(t('games.updated'));
    else if (result === 'some') toast.done(t('games.someUpdated'));
    else toast.error(t('games.notUpdated'));
  };
  return (
    <button
      type="button"
      aria-busy={refreshing || undefined}
      onClick={() => void refresh()}
      className="press tap inline-flex items-center gap-1.5 text-small font-semibold text-brand-text"
    >
      <RefreshCw className={cx('size-4', refreshing && 'late-turn')} aria-hidden="true" />
      {t('games.refresh')}
    </button>
  );
}

/** Covers the cards while the providers are queried; the cards stay readable. */
function RefreshOverlay() {
  const { t } = useTranslation('home');
  return (
    <div className="late pointer-events-none absolute inset-0 z-10 rounded-card bg-bg/60">
      <p
        role="status"
        className="pointer-events-auto sticky top-6 mx-auto mt-16 flex w-fit max-w-full items-center gap-2.5 rounded-full bg-strip px-4 py-2 text-small font-semibold text-strip-ink shadow-e2"
      >
        <Spinner />
        {t('games.refreshing')}
      </p>
    </div>
  );
}
