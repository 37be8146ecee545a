/**
 * Which amounts may move between wallet and games, and what prevents a transfer. All amounts are in satang.
 */
import type { Slot, Wallet } from '@/data/api/types';
import { WALLET } from '@/data/domains/games/commands';
import { satangOf } from '@/data/kit/satang';

/** The minimum amount of a transfer. */
export const LEAST = 100;

export interface End {
  code: string;
  /** Undefined while unknown. */
  available: number | undefined;
  /** An amount moved to this wallet or game must be a multiple of `step`. */
  step: number;
}

export type MoveProblem = 'accounts' | 'same' | 'low' | 'step' | 'missing';

interface Move {
  from: End | undefined;
  to: End | undefined;
  amount: number | undefined;
}

/** Returns the wallet and the games with an account. */
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

/**
 * Returns the first problem of the transfer, or undefined. The server checks the rules that only it can
 * check.
 */
export function problemOf({ from, to, amount = 0 }: Move): MoveProblem | undefined {
  if (!from || !to) return 'accounts';
  if (from.code === to.code) return 'same';
  if (amount < LEAST) return 'low';
  if (amount % to.step !== 0) return 'step';
  if (from.available !== undefined && amount > from.available) return 'missing';
  return undefined;
}

/** Returns the whole amount at the source, rounded down to the target's step. */
export function mostOf({ from, to }: Pick<Move, 'from' | 'to'>): number | undefined {
  if (from?.available === undefined) return undefined;
  return from.available - (from.available % (to?.step ?? 1));
}

/** A transfer that the member is preparing. An empty code means that nothing is chosen. */
export interface Draft {
  from: string;
  to: string;
  /** In satang. */
  amount: number | undefined;
  /** True if the member tapped "all": the amount is then the source's balance when the command is sent. */
  isAll: boolean;
}
