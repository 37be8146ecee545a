import { useEffect, useEffectEvent } from 'react';
import { serverNow } from '../../api/clock';
import type { Profile } from '../../api/types';
import { useLive, type StoredQuery } from '../../engine/live/live';
import { refetchResource } from '../../engine/resources/refresh';
import { useHomePart } from '../../engine/home/home';
import { useResource } from '../../engine/resources/use-resource';
import type { SpinRow } from '../../storage/db';
import { groupCoupons, type CouponGroup } from './spin';

/**
 * useSpinwheel returns the wheel and the member's coins. A deposit's coins arrive some seconds after its
 * money. So if a sync has another number of coins than the wheel, the wheel is fetched again.
 */
export function useSpinwheel(): ReturnType<typeof useResource<'spinwheel'>> {
  const wheel = useResource('spinwheel');
  const syncedCoins = (useHomePart('profile') as Profile | undefined)?.coin;
  const wheelCoins = wheel.data?.result.userCoin.coin;
  const known = wheelCoins !== undefined;
  const renew = useEffectEvent(() => {
    if (known && syncedCoins !== undefined && syncedCoins !== wheelCoins) void refetchResource('spinwheel');
  });
  useEffect(() => renew(), [syncedCoins, known]);
  return wheel;
}

/** useCoupons returns the stored coupons that can be claimed; undefined until they were read. */
export function useCoupons(): CouponGroup[] | undefined {
  return useLive(couponsQuery);
}

export const couponsQuery: StoredQuery<CouponGroup[]> = {
  database: 'member',
  name: 'coupons',
  read: async (db) => groupCoupons(await db.coupons.toArray(), serverNow()),
};

/** useOwnSpins returns this device's records of its spins; undefined until they were read. */
export function useOwnSpins(): SpinRow[] | undefined {
  return useLive(spinsQuery);
}

const spinsQuery: StoredQuery<SpinRow[]> = {
  database: 'member',
  name: 'spins',
  read: (db) => db.spins.toArray(),
};

/** useSpin returns a spin by its own id; null if this device does not have it. */
export function useSpin(id: string): SpinRow | null | undefined {
  return useLive({
    database: 'member',
    name: `spin ${id}`,
    read: async (db) => (await db.spins.where('won._id').equals(id).first()) ?? null,
  });
}
