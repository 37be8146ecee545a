/**
 * Reads what people type and paste: amounts, phones, account numbers, codes and gift links, in all
 * the ways that phones, banks and messengers write them. The server's package of the same name has
 * the same rules, and the tests of both read its cases.json.
 *
 * Each function returns the one form of what can only have been meant; undefined where more than one
 * thing may have been meant, or nothing; '' of a text without anything visible. Whether that is long
 * enough, or known, is for the caller.
 */
export type Country = 'th' | 'lo';

/** Signs that show nothing; the server's package plain has the same. */
export const NOTHING = /[\p{Cf}\p{Variation_Selector}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5/gu;
/** Runs of signs that show nothing and of spaces. */
export const BLANKS = new RegExp(`(?:${NOTHING.source}|[\\p{Z}\\p{Cc}])+`, 'gu');
const SPACES = /[\p{Z}\p{Cc}]+/gu;
/** The zeros of the scripts whose digits are read, beside the Latin one. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x0e50, 0x0ed0, 0x1040, 0x17e0];

/** A text in plain signs: Latin digits, usual letters, single spaces, nothing invisible. */
export function plain(text: string): string {
  return text
    .replace(NOTHING, '')
    .replace(/[！-～]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[\u2018\u2019\u02bc`´]/g, "'")
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(SPACES, ' ')
    .trim();
}

export function latinDigits(text: string, zeros = ZEROS): string {
  return text.replace(/\p{Nd}/gu, (char) => {
    const code = char.codePointAt(0)!;
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? char : String(code - zero);
  });
}

/** The digits alone; undefined where anything but separators stands among them. */
export function digitsOf(text: string): string | undefined {
  const digits = text.replace(/[ \-./()_,]/g, '');
  return /^\d*$/.test(digits) ? digits : undefined;
}
