/** What may move between two places, and what stands in the way. All amounts in satang. */
import type { Slot, Wallet } from '@/data/api/types';
import { WALLET } from '@/data/domains/games/orders';
import { satangOf } from '@/data/kit/satang';

/** The least that moves at all. */
export const LEAST = 100;

export interface End {
  code: string;
  /** Undefined while it is not known. */
  available: number | undefined;
  /** What moves in are multiples of this. */
  step: number;
}

export type MoveProblem = 'accounts' | 'same' | 'low' | 'step' | 'missing';

interface Move {
  from: End | undefined;
  to: End | undefined;
  amount: number | undefined;
}

/** The wallet, and the games that have an account. */
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

/** The first thing that is wrong. What the server alone knows is left to it. */
export function problemOf({ from, to, amount = 0 }: Move): MoveProblem | undefined {
  if (!from || !to) return 'accounts';
  if (from.code === to.code) return 'same';
  if (amount < LEAST) return 'low';
  if (amount % to.step !== 0) return 'step';
  if (from.available !== undefined && amount > from.available) return 'missing';
  return undefined;
}

/** All that lies there, as far as the other end takes it. */
export function mostOf({ from, to }: Pick<Move, 'from' | 'to'>): number | undefined {
  if (from?.available === undefined) return undefined;
  return from.available - (from.available % (to?.step ?? 1));
}

/** A transfer as it is being put together. The codes are empty where nothing is chosen. */
export interface Draft {
  from: string;
  to: string;
  /** In satang. */
  amount: number | undefined;
  /** All of it was tapped, whatever that is when it is sent. */
  isAll: boolean;
}
