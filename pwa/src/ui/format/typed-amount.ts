import { latinDigits, type Country } from '@/data/kit/typed/plain';
import { pastedAmount } from '@/data/kit/typed/amount';
import type { Reading } from '../reading';

/** Typed amounts: whole satang as values; commas and at most two decimals as text. */

/**
 * The maximum number of digits of a whole amount, and the country whose units may be pasted; see
 * `setAmountRules`.
 */
let maxDigits = 7;
let country: Country = 'th';

/** Sets the most digits of an amount, and the country whose units are accepted. */
export function setAmountRules(where: Country, digits: number): void {
  country = where;
  maxDigits = digits;
}

/**
 * Returns the field's text for a typed or pasted text; undefined if a pasted text is not one clear amount.
 */
export function formatAmount(typed: string, isPasted: boolean): string | undefined {
  if (!isPasted) return formatTyping(typed);
  const satang = pastedAmount(typed, country, maxDigits);
  return satang === undefined ? undefined : formatFieldAmount(satang === '' ? undefined : satang);
}

/** The reading of a field for an amount. */
export const amountReading: Reading = { kind: 'amount', format: formatAmount };

/** Returns the field's text for a typed text: `2500.` becomes `2,500.`, and a third decimal is dropped. */
export function formatTyping(typed: string): string {
  const plain = latinDigits(typed).replace(/[^\d.]/g, '');
  const [whole = '', ...rest] = plain.split('.');
  const baht = whole.replace(/^0+(?=\d)/, '').slice(0, maxDigits);
  if (rest.length === 0) return group(baht);
  return `${group(baht || '0')}.${rest.join('').slice(0, 2)}`;
}

/** Returns the satang of the field's text; undefined if it is empty. */
export function parseFieldAmount(text: string): number | undefined {
  const [baht = '', satang = ''] = text.replaceAll(',', '').split('.');
  if (baht === '') return undefined;
  return Number(baht) * 100 + Number(satang.padEnd(2, '0'));
}

/** 250000 -> 2,500; with decimals only if they are not zero. */
export function formatFieldAmount(satang: number | undefined): string {
  if (satang === undefined) return '';
  const rest = satang % 100;
  const baht = group(String((satang - rest) / 100));
  return rest === 0 ? baht : `${baht}.${String(rest).padStart(2, '0')}`;
}

function group(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}
