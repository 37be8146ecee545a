/** Which amounts may move between two places, and what prevents a transfer. All amounts are in satang. */
import type { Slot, Wallet } from '@/data/api/types';
import { WALLET } from '@/data/domains/games/orders';
import { satangOf } from '@/data/kit/satang';

/** The least amount of a transfer. */
export const LEAST = 100;

export interface End {
  code: string;
  /** Undefined while unknown. */
  available: number | undefined;
  /** Amounts moved into this place must be multiples of this. */
  step: number;
}

export type MoveProblem = 'accounts' | 'same' | 'low' | 'step' | 'missing';

interface Move {
  from: End | undefined;
  to: End | undefined;
  amount: number | undefined;
}

/** The wallet and the games with an account. */
export function endsOf(wallet: Wallet | undefined, slots: readonly Slot[]): End[] {
  const games = slots.filter(({ isActive }) => isActive);
  return [
    { code: WALLET, available: wallet && satangOf(wallet.amount), step: 1 },
    ...games.map(({ code, amount, step }) => ({
      code,
      available: satangOf(amount),
      step: Math.max(1, satangOf(step)),
    })),
  ];
}

/** The first problem. Rules that only the server knows are left to it. */
export function problemOf({ from, to, amount = 0 }: Move): MoveProblem | undefined {
  if (!from || !to) return 'accounts';
  if (from.code === to.code) return 'same';
  if (amount < LEAST) return 'low';
  if (amount % to.step !== 0) return 'step';
  if (from.available !== undefined && amount > from.available) return 'missing';
  return undefined;
}

/** The whole amount at the source, rounded down to the target's step. */
export function mostOf({ from, to }: Pick<Move, 'from' | 'to'>): number | undefined {
  if (from?.available === undefined) return undefined;
  return from.available - (from.available % (to?.step ?? 1));
}

/** A transfer that the member is preparing. A code is empty if nothing is chosen. */
export interface Draft {
  from: string;
  to: string;
  /** In satang. */
  amount: number | undefined;
  /** "All" was tapped: the amount is what the source holds when the command is sent. */
  isAll: boolean;
}
