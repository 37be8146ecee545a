import { Clock, RefreshCw, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Slot } from '@/data/api/types';
import { refreshSlots, useSlotsRefreshing } from '@/data/domains/games/slots';
import { showSheet } from '@/nav/sheets';
import { Amount } from '@/ui/amount';
import { AsOf } from '@/ui/as-of';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { formatMoney } from '@/ui/format/money';
import { SlotArt } from '../picture';
import { computeUnits } from '../units';

/** Shows the balance in the game, its age, and any unusual state. */
export function BalanceCard({ slot, offline }: { slot: Slot; offline: boolean }) {
  const { t } = useTranslation('games');
  const times = slot.ftWalletSlot;
  return (
    <>
      <Card className="p-[5px]">
        <SlotArt slot={slot} className="h-30" />
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1 px-3 py-2.5">
          <div>
            <p className="flex flex-wrap items-center gap-x-2 text-small text-ink-2">
              {t('account.balance')}
              <AsOf at={slot.asOf ? new Date(slot.asOf) : null} offline={offline || slot.stale} />
            </p>
            <p className="text-h1 font-bold">
              <Amount value={slot.amount} unit={t('unit')} unitClass="text-ink-2" />
            </p>
          </div>
          {/* If one unit is one baht, this line would only repeat the balance. */}
          {times !== 1 && (
            <div className="ml-auto text-right">
              <p className="text-small text-ink-2">{t('account.unitsTimes', { times })}</p>
              <p className="text-h3 font-semibold">{formatMoney(computeUnits(slot))}</p>
            </div>
          )}
        </div>
      </Card>
      <Notes slot={slot} offline={offline} />
    </>
  );
}

/** Shows a banner for each unusual state, with what the member can do. */
function Notes({ slot, offline }: { slot: Slot; offline: boolean }) {
  const { t } = useTranslation('games');
  const refreshing = useSlotsRefreshing();
  return (
    <>
      {slot.inDoubt && (
        <Banner
          tone="pending"
          icon={TriangleAlert}
          action={
            <Button variant="tonal" onClick={() => showSheet('chat')}>
              {t('contact')}
            </Button>
          }
        >
          {t('account.inDoubt')}
        </Banner>
      )}
      {slot.moving && !slot.inDoubt && (
        <Banner tone="info" icon={RefreshCw}>
          {t('account.moving')}
        </Banner>
      )}
      {slot.stale && (
        <Banner
          tone="pending"
          icon={Clock}
          action={
            <Button variant="tonal" disabled={offline} busy={refreshing} onClick={() => void refreshSlots()}>
              {t('account.check')}
            </Button>
          }
        >
          {t('account.stale')}
        </Banner>
      )}
    </>
  );
}
