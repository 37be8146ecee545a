import type { Home } from '../../api/types';
import { bahtOf, satangOf } from '../../kit/satang';

type Money = Partial<Pick<Home, 'wallet' | 'slots'>>;

/** totalOf returns the sum of the wallet and all games; undefined until the wallet is known. */
export function totalOf({ wallet, slots }: Money): number | undefined {
  if (!wallet) return undefined;
  return bahtOf(satangOf(wallet.amount) + inGames(slots));
}

/** pendingAmount returns what running transfers and withdrawals hold; 0 if an older response does not have it. */
export function pendingAmount({ wallet }: Money): number {
  return wallet?.onTheWay ?? 0;
}

/** totalWithPending returns all of the member's money: wallet, games, and what transfers and withdrawals hold. */
export function totalWithPending(money: Money): number | undefined {
  const total = totalOf(money);
  return total === undefined ? undefined : bahtOf(satangOf(total) + satangOf(pendingAmount(money)));
}

export function gamesTotal(slots: Money['slots']): number {
  return bahtOf(inGames(slots));
}

function inGames(slots: Money['slots'] = []): number {
  return slots.reduce((sum, slot) => sum + (slot.isActive ? satangOf(slot.amount) : 0), 0);
}
