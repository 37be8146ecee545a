/** Builds the wheel's requests, and stores the device's record of each spin. */
import { serverNow } from '../../api/clock';
import type { Coupon, Profile, SpinResult, SpinSetup } from '../../api/types';
import { storeRow } from '../../engine/lists/lists';
import { buildRequest, type CommandRequest } from '../../engine/commands/send';
import type { CommandResponse } from '../../engine/commands/commands';
import type { Member } from '../../session/member';
import { putHomeRow } from '../../engine/home/parts';
import { refetchResource } from '../../engine/resources/refresh';
import { resolveMember } from '../../session/token';
import type { MemberDb, SpinRow } from '../../storage/db';
import { withMemberDb } from '../../storage/storage';
import { newClientSeed } from './fair';

type Fairness = NonNullable<SpinSetup['fairness']>;

const idOf = (commitment: string, nonce: number) => `${commitment}:${nonce}`;

/**
 * buildNextSpin stores the next spin and returns its request, which may be sent only after that. The device
 * makes its own seed only after it has the server's commitment. All spins of one commitment use the same
 * device seed, even if one was never sent.
 */
export async function buildNextSpin({
  commitment,
  clientSeed,
  nonce,
}: Fairness): Promise<CommandRequest<CommandResponse<'spin'>>> {
  const member = await resolveMember();
  const known =
    member && (await withMemberDb(member.memberId, (db) => db.spins.where({ commitment }).first()));
  const seed = clientSeed ?? known?.clientSeed ?? newClientSeed();
  if (member) {
    const row = { id: idOf(commitment, nonce), commitment, clientSeed: seed, nonce, at: serverNow() };
    await withMemberDb(member.memberId, async (db) => {
      if (!(await db.spins.get(row.id))?.won) await db.spins.put(row);
    });
  }
  return buildRequest('spin', {
    body: { commitment, clientSeed: seed },
    storeResponse: (owner, { result }) => storeSpin(owner, result),
  });
}

/** storeSpin stores a spin's prize, once, however often it is received. */
export async function storeSpin({ memberId }: Pick<Member, 'memberId'>, result: SpinResult): Promise<void> {
  await withMemberDb(memberId, (db) =>
    db.transaction('rw', db.spins, db.lookups, db.home, async () => {
      const { commitment, clientSeed, nonce } = result;
      const row: SpinRow = {
        id: idOf(commitment, nonce),
        commitment,
        clientSeed,
        nonce,
        at: Date.parse(result.createdAt),
      };
      if ((await db.spins.get(row.id))?.won) return;
      const setup = await setupOf(db);
      const slice = setup?.activeSpinwheel?.slices.find(({ code }) => code === result.code);
      await db.spins.put({ ...row, won: { ...result, descriptions: slice?.descriptions } });
      await putCoins(db, result, setup);
    }),
  );
}

async function setupOf(db: MemberDb): Promise<SpinSetup | undefined> {
  return ((await db.lookups.get('spinwheel'))?.data as { result: SpinSetup } | undefined)?.result;
}

/** Stores the coins and the next nonce after this spin; an older response changes nothing. */
async function putCoins(db: MemberDb, won: SpinResult, setup: SpinSetup | undefined): Promise<void> {
  const fairness = setup?.fairness;
  const row = await db.lookups.get('spinwheel');
  if (!row || !setup || fairness?.commitment !== won.commitment || fairness.nonce > won.nonce) return;
  const result: SpinSetup = {
    ...setup,
    userCoin: { coin: won.remainingCoin },
    fairness: { ...fairness, clientSeed: won.clientSeed, nonce: won.nonce + 1 },
  };
  await db.lookups.put({ ...row, etag: '', data: { result } });
  const profile = await db.home.get('profile');
  if (profile)
    await putHomeRow(
      db,
      'profile',
      { ...(profile.value as Profile), coin: won.remainingCoin },
      profile.fetchedAt,
    );
}

/** buildCouponClaim returns the command that moves one coupon of a prize into the wallet. */
export function buildCouponClaim(prize: string): CommandRequest<CommandResponse<'claimCoupon'>> {
  return buildRequest('claimCoupon', {
    subject: prize,
    body: { coupon: prize },
    storeResponse: async (member, response) => {
      await storeRow(member, 'statement', response.statement);
      void refetchResource('spinwheel');
    },
  });
}

/**
 * buildSeedRotation returns the command by which the server publishes the current seed and starts another.
 */
export function buildSeedRotation(): CommandRequest<CommandResponse<'rotateSeed'>> {
  return buildRequest('rotateSeed', {
    storeResponse: async () => {
      await Promise.all([refetchResource('spinwheel'), refetchResource('spinHistory')]);
    },
  });
}

export interface CouponGroup {
  prize: Coupon['prize'];
  amount: number;
  currency: string;
  count: number;
  /** When the coupon that is claimed next expires. */
  expiresAt: string;
}

/**
 * groupCoupons returns the coupons that can be claimed now, grouped by prize. The first to expire comes
 * first.
 */
export function groupCoupons(coupons: readonly Coupon[], now: number): CouponGroup[] {
  const groups = new Map<string, CouponGroup>();
  const open = coupons.filter(({ claimedAt, expiresAt }) => !claimedAt && Date.parse(expiresAt) > now);
  for (const { prize, amount, currency, expiresAt } of open.toSorted((a, b) =>
    a.expiresAt.localeCompare(b.expiresAt),
  )) {
    const known = groups.get(prize.code);
    if (known) known.count += 1;
    else groups.set(prize.code, { prize, amount, currency, count: 1, expiresAt });
  }
  return [...groups.values()];
}
