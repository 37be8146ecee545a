/** Amounts as they are typed: whole satang inside, commas and at most two decimals outside. */

/** The most digits of a whole amount; see `typeUpTo`. */
let mostDigits = 7;
const THAI_ZERO = 0x0e50;

/** More digits than these are a typing mistake from now on. */
export function typeUpTo(digits: number): void {
  mostDigits = digits;
}

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

function latinDigits(text: string): string {
  return text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - THAI_ZERO));
}
