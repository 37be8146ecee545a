import type { Home } from '../../api/types';
import { bahtOf, satangOf } from '../../kit/satang';

type Balances = Partial<Pick<Home, 'wallet' | 'slots'>>;

/** totalOf returns the sum of the wallet and all games; undefined until the wallet is known. */
export function totalOf({ wallet, slots }: Balances): number | undefined {
  if (!wallet) return undefined;
  return bahtOf(satangOf(wallet.amount) + sumOfGames(slots));
}

/** pendingAmount returns the amount that running transfers and withdrawals hold; 0 in older responses. */
export function pendingAmount({ wallet }: Balances): number {
  return wallet?.onTheWay ?? 0;
}

/** totalWithPending returns the sum of wallet, games and the amount that transfers and withdrawals hold. */
export function totalWithPending(money: Balances): number | undefined {
  const total = totalOf(money);
  return total === undefined ? undefined : bahtOf(satangOf(total) + satangOf(pendingAmount(money)));
}

export function gamesTotal(slots: Balances['slots']): number {
  return bahtOf(sumOfGames(slots));
}

function sumOfGames(slots: Balances['slots'] = []): number {
  return slots.reduce((sum, slot) => sum + (slot.isActive ? satangOf(slot.amount) : 0), 0);
}
