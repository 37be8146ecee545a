import type { Home } from '../../api/types';
import { bahtOf, satangOf } from '../../kit/satang';

type Parts = Partial<Pick<Home, 'wallet' | 'slots'>>;

/** Wallet and all games together; undefined until the wallet is known. */
export function totalOf({ wallet, slots }: Parts): number | undefined {
  if (!wallet) return undefined;
  return bahtOf(satangOf(wallet.amount) + inGames(slots));
}

/** What transfers and withdrawals in progress hold; an older answer does not say. */
export function onTheWay({ wallet }: Parts): number {
  return wallet?.onTheWay ?? 0;
}

/** The total and what is on its way: what the member has, wherever it is now. */
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
