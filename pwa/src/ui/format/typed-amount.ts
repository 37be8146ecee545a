import { latinDigits, type Country } from '@/data/kit/typed/plain';
import { pastedAmount } from '@/data/kit/typed/amount';
import type { Reading } from '../reading';

/** Amounts as they are typed: whole satang inside, commas and at most two decimals outside. */

/** The most digits of a whole amount, and whose units may be pasted; see `typeAmountsOf`. */
let mostDigits = 7;
let country: Country = 'th';

/** From now on more digits than these are a mistake, and units of another country, too. */
export function typeAmountsOf(where: Country, digits: number): void {
  country = where;
  mostDigits = digits;
}

/** Returns the field's text for what was typed or pasted; undefined where a pasted text is not one clear amount. */
export function formatAmount(typed: string, isPasted: boolean): string | undefined {
  if (!isPasted) return formatTyping(typed);
  const satang = pastedAmount(typed, country, mostDigits);
  return satang === undefined ? undefined : typingOf(satang === '' ? undefined : satang);
}

/** The reading of a field for an amount. */
export const amount: Reading = { kind: 'amount', format: formatAmount };

/** Returns the field's text for what was typed: `2500.` becomes `2,500.`, and a third decimal is dropped. */
export function formatTyping(typed: string): string {
  const plain = latinDigits(typed).replace(/[^\d.]/g, '');
  const [whole = '', ...rest] = plain.split('.');
  const baht = whole.replace(/^0+(?=\d)/, '').slice(0, mostDigits);
  if (rest.length === 0) return group(baht);
  return `${group(baht || '0')}.${rest.join('').slice(0, 2)}`;
}

/** Returns the satang of the field's text; undefined where it is empty. */
export function satangTyped(text: string): number | undefined {
  const [baht = '', satang = ''] = text.replaceAll(',', '').split('.');
  if (baht === '') return undefined;
  return Number(baht) * 100 + Number(satang.padEnd(2, '0'));
}

/** 250000 -> 2,500; satang only where there are any. */
export function typingOf(satang: number | undefined): string {
  if (satang === undefined) return '';
  const rest = satang % 100;
  const baht = group(String((satang - rest) / 100));
  return rest === 0 ? baht : `${baht}.${String(rest).padStart(2, '0')}`;
}

function group(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}
