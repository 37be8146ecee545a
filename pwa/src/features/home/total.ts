import type { CachedHome } from '@/data/hooks/useHome';

/** Wallet and all games together; undefined until the wallet is known. */
export function totalOf({ wallet, slots }: CachedHome): number | undefined {
  if (!wallet) return undefined;
  return fromSatang(toSatang(wallet.amount) + inGames(slots));
}

export function gamesTotal(slots: CachedHome['slots']): number {
  return fromSatang(inGames(slots));
}

function inGames(slots: CachedHome['slots'] = []): number {
  return slots.reduce((sum, slot) => sum + (slot.isActive ? toSatang(slot.amount) : 0), 0);
}

/** Sums in whole hundredths: 0.1 + 0.2 must be 0.30. */
function toSatang(baht: number): number {
  return Math.round(baht * 100);
}

function fromSatang(satang: number): number {
  return satang / 100;
}
