import { serverNow } from '../api/clock';
import { useLive, type Reading } from '../hooks/live';
import type { SpinRow } from '../storage/db';
import { groupCoupons, type CouponGroup } from './spin';

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
