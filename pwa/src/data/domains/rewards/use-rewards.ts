import { useEffect, useEffectEvent } from 'react';
import { serverNow } from '../../api/clock';
import type { Profile } from '../../api/types';
import { useLive, type Reading } from '../../engine/live/live';
import { renewResource } from '../../engine/resources/refresh';
import { useHomePart } from '../../engine/home/home';
import { useResource } from '../../engine/resources/use-resource';
import type { SpinRow } from '../../storage/db';
import { groupCoupons, type CouponGroup } from './spin';

/**
 * The wheel and the member's coins. The coins of a deposit come some seconds after its money: where a sync tells
 * of others than the wheel has, the wheel is asked for again.
 */
export function useSpinwheel(): ReturnType<typeof useResource<'spinwheel'>> {
  const wheel = useResource('spinwheel');
  const told = (useHomePart('profile') as Profile | undefined)?.coin;
  const shown = wheel.data?.result.userCoin.coin;
  const known = shown !== undefined;
  const renew = useEffectEvent(() => {
    if (known && told !== undefined && told !== shown) void renewResource('spinwheel');
  });
  useEffect(() => renew(), [told, known]);
  return wheel;
}

/** The coupons that can be claimed, as the phone has them. Undefined until it has looked. */
export function useCoupons(): CouponGroup[] | undefined {
  return useLive(couponsReading);
}

export const couponsReading: Reading<CouponGroup[]> = {
  of: 'member',
  name: 'coupons',
  read: async (db) => groupCoupons(await db.coupons.toArray(), serverNow()),
};

/** What this phone kept of its spins. Undefined until it has looked. */
export function useOwnSpins(): SpinRow[] | undefined {
  return useLive(spinsReading);
}

const spinsReading: Reading<SpinRow[]> = { of: 'member', name: 'spins', read: (db) => db.spins.toArray() };

/** A spin by its own id; null where this phone has none of it. */
export function useSpin(id: string): SpinRow | null | undefined {
  return useLive({
    of: 'member',
    name: `spin ${id}`,
    read: async (db) => (await db.spins.where('won._id').equals(id).first()) ?? null,
  });
}
