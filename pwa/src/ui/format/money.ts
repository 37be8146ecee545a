/** U+2212: as wide as a plus, and never separated from its number by a line break. */
const MINUS = '\u2212';

/**
 * Formats a number without `Intl`. On a phone `Intl` needs a tenth of a second for its first number, and the
 * home page starts with numbers. A value that an older server omits becomes NaN instead of an error.
 */
function groupThousands(amount: number, digits: number): string {
  const [whole = '', fraction] = Number(amount).toFixed(digits).split('.');
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? thousands : `${thousands}.${fraction}`;
}

/** 1234.5 -> 1,234.50 in every locale: Lao's own 1.234,50 could be misread. */
export function formatMoney(amount: number): string {
  return withMinus(groupThousands(amount, 2));
}

/** Formats coins and counts. */
export function formatCount(count: number): string {
  return withMinus(groupThousands(count, 0));
}

/** Returns the whole part and the satang separately, because the satang are drawn smaller. */
export function splitMoney(amount: number): { baht: string; satang: string } {
  const text = formatMoney(amount);
  return { baht: text.slice(0, -3), satang: text.slice(-3) };
}

function withMinus(text: string): string {
  // A negative amount that rounds to zero gets no sign, since "-0.00" would look like a debt.
  return /[1-9]/.test(text) ? text.replace('-', MINUS) : text.replace('-', '');
}
