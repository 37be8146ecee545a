/** U+2212: as wide as a plus, and never broken from its figure at a line's end. */
const MINUS = '\u2212';

/** Made when the first amount is written: a phone takes its time for each. */
const made = new Map<number, Intl.NumberFormat>();

function withDecimals(digits: number): Intl.NumberFormat {
  const format = made.get(digits);
  if (format) return format;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const fresh = new Intl.NumberFormat('en-US', options);
  made.set(digits, fresh);
  return fresh;
}

/** 1234.5 -> 1,234.50, in every locale: Lao's own 1.234,50 could be misread. */
export function formatMoney(amount: number): string {
  return withMinus(withDecimals(2).format(amount));
}

/** Coins and counts. */
export function formatCount(count: number): string {
  return withMinus(withDecimals(0).format(count));
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
