/** What is wrong with an amount to withdraw. All amounts are in satang. */
export type AmountProblem = 'low' | 'high' | 'missing';

export interface WithdrawBounds {
  min: number;
  max: number;
  /** Wallet and games together; undefined while unknown. */
  available: number | undefined;
}

export function findAmountProblem(
  satang: number,
  { min, max, available }: WithdrawBounds,
): AmountProblem | undefined {
  if (satang < min) return 'low';
  if (satang > max) return 'high';
  if (available !== undefined && satang > available) return 'missing';
  return undefined;
}

/**
 * Returns the amount for the button "all": the available money, but at most the maximum of one withdrawal.
 */
export function highestAmountOf({ max, available }: WithdrawBounds): number | undefined {
  return available === undefined ? undefined : Math.min(available, max);
}
