/**
 * Reads typed and pasted values: amounts, phones, account numbers, codes and gift links, in all the
 * formats of phones, banks and messengers. The server's package typed has the same rules. The tests of
 * both read its cases.json.
 *
 * Each function returns the only value that a text can mean. It returns undefined if the text can mean
 * several things, or nothing. It returns '' for a text without visible characters. The caller checks
 * whether the value is long enough, or known.
 */
export type Country = 'th' | 'lo';

/** Invisible characters. The server's package plain has the same list. */
export const INVISIBLE =
  /[\p{Cf}\p{Variation_Selector}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5/gu;
/** Runs of spaces and of invisible characters. */
export const BLANKS = new RegExp(`(?:${INVISIBLE.source}|[\\p{Z}\\p{Cc}])+`, 'gu');
const SPACES = /[\p{Z}\p{Cc}]+/gu;
/** The zeros of the other scripts whose digits are read. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x0e50, 0x0ed0, 0x1040, 0x17e0];

/**
 * plain returns the text with Latin digits, ordinary letters and single spaces, and without invisible
 * characters.
 */
export function plain(text: string): string {
  return text
    .replace(INVISIBLE, '')
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

/**
 * digitsOf returns only the digits of a text. Returns undefined if it contains anything but digits and
 * separators.
 */
export function digitsOf(text: string): string | undefined {
  const digits = text.replace(/[ \-./()_,]/g, '');
  return /^\d*$/.test(digits) ? digits : undefined;
}
