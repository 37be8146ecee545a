/** What is wrong with an amount to withdraw; all in satang. */
export type AmountProblem = 'low' | 'high' | 'missing';

export interface WithdrawBounds {
  min: number;
  max: number;
  /** Wallet and games together; undefined while it is not known. */
  available: number | undefined;
}

export function amountProblem(
  satang: number,
  { min, max, available }: WithdrawBounds,
): AmountProblem | undefined {
  if (satang < min) return 'low';
  if (satang > max) return 'high';
  if (available !== undefined && satang > available) return 'missing';
  return undefined;
}

/** What "all" means: no more than one withdrawal may be. */
export function mostOf({ max, available }: WithdrawBounds): number | undefined {
  return available === undefined ? undefined : Math.min(available, max);
}
