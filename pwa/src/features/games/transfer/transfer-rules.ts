/**
 * Which amounts may move between wallet and games, and what prevents a transfer. All amounts are in satang.
 */
import type { Slot, Wallet } from '@/data/api/types';
import { WALLET } from '@/data/domains/games/commands';
import { satangOf } from '@/data/kit/satang';

/** The minimum amount of a transfer. */
export const MIN_AMOUNT = 100;

export interface TransferPlace {
  code: string;
  /** Undefined while unknown. */
  available: number | undefined;
  /** An amount moved to this wallet or game must be a multiple of `step`. */
  step: number;
}

export type TransferProblem = 'accounts' | 'same' | 'low' | 'step' | 'missing';

interface TransferAmounts {
  from: TransferPlace | undefined;
  to: TransferPlace | undefined;
  amount: number | undefined;
}

/** Returns the wallet and the games with an account. */
export function listTransferPlaces(wallet: Wallet | undefined, slots: readonly Slot[]): TransferPlace[] {
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
export function findProblem({ from, to, amount = 0 }: TransferAmounts): TransferProblem | undefined {
  if (!from || !to) return 'accounts';
  if (from.code === to.code) return 'same';
  if (amount < MIN_AMOUNT) return 'low';
  if (amount % to.step !== 0) return 'step';
  if (from.available !== undefined && amount > from.available) return 'missing';
  return undefined;
}

/** Returns the balance at the source, rounded down to the target's step; undefined while unknown. */
export function highestAmountOf({ from, to }: Pick<TransferAmounts, 'from' | 'to'>): number | undefined {
  if (from?.available === undefined) return undefined;
  return from.available - (from.available % (to?.step ?? 1));
}

/** A transfer that the member is preparing. An empty code means that nothing is chosen. */
export interface TransferDraft {
  from: string;
  to: string;
  /** In satang. */
  amount: number | undefined;
  /** True if the member tapped "all": the amount is then the source's balance when the command is sent. */
  isAll: boolean;
}
