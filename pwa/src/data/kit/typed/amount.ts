import { latinDigits, plain, type Country } from './plain';

const UNITS = { th: /^(?:฿|THB|BAHT|บาท)$/i, lo: /^(?:₭|LAK|KIP|ກີບ)$/i };

/**
 * pastedAmount returns satang. It reads digits, one point, thousands separators in the right places, and an
 * optional unit.
 */
export function pastedAmount(text: string, country: Country, mostDigits: number): number | '' | undefined {
  const shown = latinDigits(plain(text), [0x0e50, 0x0ed0]);
  if (!shown) return '';
  const parts = /^(\D*?) ?([\d.,]+?)(?:\.-)? ?([^\d.,]*)$/u.exec(shown);
  if (!parts) return undefined;
  const [, before = '', number = '', after = ''] = parts;
  if ([before, after].some((unit) => unit !== '' && !UNITS[country].test(unit))) return undefined;
  if (!/^(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d{0,2})?$|^\.\d{1,2}$/.test(number)) return undefined;
  const [whole = '', satang = ''] = number.replaceAll(',', '').split('.');
  const baht = whole.replace(/^0+/, '');
  if (baht.length > mostDigits) return undefined;
  return Number(baht) * 100 + Number(satang.padEnd(2, '0'));
}
