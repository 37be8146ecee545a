/** Amounts are baht on the wire, and satang (whole hundredths) in every sum: 0.1 + 0.2 must be 0.30. */
export function satangOf(baht: number): number {
  return Math.round(baht * 100);
}

export function bahtOf(satang: number): number {
  return satang / 100;
}
