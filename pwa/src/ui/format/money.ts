/** U+2212: as wide as a plus, and never broken from its figure at a line's end. */
const MINUS = '\u2212';

const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** 1234.5 -> 1,234.50, in every locale: Lao's own 1.234,50 could be misread. */
export function formatMoney(amount: number): string {
  return withMinus(twoDecimals.format(amount));
}

/** Coins and counts. */
export function formatCount(count: number): string {
  return withMinus(whole.format(count));
}

/** Returns the whole part and the satang, which are drawn smaller. */
export function splitMoney(amount: number): { baht: string; satang: string } {
  const text = formatMoney(amount);
  return { baht: text.slice(0, -3), satang: text.slice(-3) };
}

function withMinus(text: string): string {
  // A negative amount that rounds to zero has no sign: "-0.00" would look like a debt.
  return /[1-9]/.test(text) ? text.replace('-', MINUS) : text.replace('-', '');
}
