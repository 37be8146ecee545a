import type { Home } from './api/types';
import { bahtOf, satangOf } from './satang';

type Parts = Partial<Pick<Home, 'wallet' | 'slots'>>;

/** Wallet and all games together; undefined until the wallet is known. */
export function totalOf({ wallet, slots }: Parts): number | undefined {
  if (!wallet) return undefined;
  return bahtOf(satangOf(wallet.amount) + inGames(slots));
}

export function gamesTotal(slots: Parts['slots']): number {
  return bahtOf(inGames(slots));
}

function inGames(slots: Parts['slots'] = []): number {
  return slots.reduce((sum, slot) => sum + (slot.isActive ? satangOf(slot.amount) : 0), 0);
}
