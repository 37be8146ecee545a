import { useLiveQuery } from 'dexie-react-hooks';
import { serverNow } from '../api/clock';
import { useMemberDb } from '../hooks/useDatabase';
import type { SpinRow } from '../storage/db';
import { groupCoupons, type CouponGroup } from './spin';

/** The coupons that can be claimed, as the phone has them. Undefined until it has looked. */
export function useCoupons(): CouponGroup[] | undefined {
  const db = useMemberDb();
  return (
    useLiveQuery(async () => db && groupCoupons(await db.coupons.toArray(), serverNow()), [db]) ?? undefined
  );
}

/** What this phone kept of its spins. Undefined until it has looked. */
export function useOwnSpins(): SpinRow[] | undefined {
  const db = useMemberDb();
  return useLiveQuery(async () => db?.spins.toArray(), [db]);
}

/** A spin by its own id; null where this phone has none of it. */
export function useSpin(id: string): SpinRow | null | undefined {
  const db = useMemberDb();
  return useLiveQuery(
    async () => db && ((await db.spins.where('won._id').equals(id).first()) ?? null),
    [db, id],
  );
}
