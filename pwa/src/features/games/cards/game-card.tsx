import { Clock, RefreshCw, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import '@/i18n/home-texts';
import type { Slot } from '@/data/api/types';
import { showSheet } from '@/nav/sheets';
import { InlineAmount } from '@/ui/amount';
import { AsOf } from '@/ui/as-of';
import { Chip } from '@/ui/chip';
import { formatMoney } from '@/ui/format/money';
import { SlotArt, SlotLogo } from '../picture';
import { computeUnits } from '../units';

interface GameCardProps {
  slot: Slot;
  hidden: boolean;
  offline: boolean;
}

/** A game and its balance; a tap on the card opens the account. Memoized: a page has dozens of cards. */
export const GameCard = memo(function GameCard({ slot, hidden, offline }: GameCardProps) {
  return (
    <button
      type="button"
      onClick={() => showSheet('game', { slot: slot.code })}
      className="press flex h-full w-full flex-col rounded-card bg-surface p-[5px] text-left shadow-e1"
    >
      <SlotArt slot={slot} dim={!slot.isActive} className="h-21" />
      <SlotLogo
        slot={slot}
        className="relative -mt-6 ml-2 size-10 rounded-[12px] border-[3px] border-surface bg-surface"
      />
      <span className="flex w-full flex-1 flex-col items-start px-2.5 pt-1.5 pb-2.5">
        <span className="w-full font-medium break-words">
          <bdi>{slot.name}</bdi>
        </span>
        {slot.isActive ? (
          <Balance slot={slot} hidden={hidden} offline={offline} />
        ) : (
          <NoAccount opening={slot.opening} />
        )}
      </span>
    </button>
  );
});

function Balance({ slot, hidden, offline }: GameCardProps) {
  const { t } = useTranslation('home');
  const units = hidden ? '•••••' : formatMoney(computeUnits(slot));
  return (
    <>
      {hidden && <span className="sr-only">{t('hidden')}</span>}
      <span>
        <b className="font-semibold">
          <InlineAmount value={slot.amount} hidden={hidden} />
        </b>{' '}
        <span className="text-small text-ink-2">{t('unit')}</span>
      </span>
      <span className="text-small text-ink-2">{t('games.units', { name: slot.name, units })}</span>
      <span className="mt-auto flex flex-wrap gap-1 pt-1">
        <StateChip slot={slot} />
        <AsOf at={slot.asOf ? new Date(slot.asOf) : null} offline={offline || slot.stale} />
      </span>
    </>
  );
}

/** Shows a chip if the game is in an unusual state. */
function StateChip({ slot }: { slot: Slot }) {
  const { t } = useTranslation('home');
  if (slot.inDoubt) {
    return (
      <Chip tone="pending" icon={TriangleAlert}>
        {t('games.inDoubt')}
      </Chip>
    );
  }
  if (slot.moving) {
    return (
      <Chip tone="info" icon={RefreshCw}>
        {t('games.moving')}
      </Chip>
    );
  }
  return slot.stale && <Chip tone="pending">{t('games.stale')}</Chip>;
}

/** Shows "Open account", or the progress of opening. */
function NoAccount({ opening }: { opening: boolean }) {
  const { t } = useTranslation('home');
  if (opening) {
    return (
      <span className="mt-2">
        <Chip tone="pending" icon={Clock}>
          {t('games.opening')}
        </Chip>
      </span>
    );
  }
  return (
    <span className="mt-1.5 inline-flex min-h-9 items-center rounded-[12px] bg-brand-soft px-3 font-semibold text-brand-text">
      {t('games.open')}
    </span>
  );
}
