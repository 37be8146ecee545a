import type { Home } from '../../api/types';
import { bahtOf, satangOf } from '../../kit/satang';

type Parts = Partial<Pick<Home, 'wallet' | 'slots'>>;

/** totalOf returns the sum of the wallet and all games; undefined until the wallet is known. */
export function totalOf({ wallet, slots }: Parts): number | undefined {
  if (!wallet) return undefined;
  return bahtOf(satangOf(wallet.amount) + inGames(slots));
}

/** onTheWay returns what running transfers and withdrawals hold; 0 if an older response does not have it. */
export function onTheWay({ wallet }: Parts): number {
  return wallet?.onTheWay ?? 0;
}

/** wholeOf returns all of the member's money: wallet, games, and what transfers and withdrawals hold. */
export function wholeOf(parts: Parts): number | undefined {
  const total = totalOf(parts);
  return total === undefined ? undefined : bahtOf(satangOf(total) + satangOf(onTheWay(parts)));
}

export function gamesTotal(slots: Parts['slots']): number {
  return bahtOf(inGames(slots));
}

function inGames(slots: Parts['slots'] = []): number {
  return slots.reduce((sum, slot) => sum + (slot.isActive ? satangOf(slot.amount) : 0), 0);
}
