import { digitsOf, latinDigits, plain, type Country } from './plain';

/**
 * typedAccount returns the digits of an account number. There may be words around the number. A masked
 * number is rejected.
 */
export function typedAccount(text: string): string | undefined {
  const shown = latinDigits(plain(text));
  if (!shown) return '';
  if (/^[\d.]+e[+-]?\d+$|^\d+\.0+$/i.test(shown)) return undefined; // a spreadsheet changed the number
  const found = [...shown.matchAll(/[\d(][\d\-./()_ ]*/g)];
  const [only] = found;
  if (!only || found.length > 1) return undefined;
  const before = shown[only.index - 1];
  const isGlued = before !== undefined && before !== ' ' && before !== ':';
  const isCut = only.index + only[0].length < shown.length && !only[0].endsWith(' ');
  if (isGlued || isCut || only[0].includes(' / ')) return undefined;
  return digitsOf(only[0]) || undefined;
}

const CODE_LENGTH = 6;

/** typedOtp returns the digits of a one-time code; from a whole message, the only run of six digits. */
export function typedOtp(text: string): string | undefined {
  const shown = latinDigits(plain(text));
  if (!shown) return '';
  const runs = [...shown.matchAll(/\d(?:[ .-]?\d)*/g)].map(([run]) => run.replace(/\D/g, ''));
  if (/^[\d .-]*$/.test(shown) && runs.length === 1 && runs[0]!.length <= CODE_LENGTH) return runs[0];
  const codes = new Set(runs.filter((run) => run.length === CODE_LENGTH));
  return codes.size === 1 ? [...codes][0] : undefined;
}

/** typedPromotion returns the promotion code in a text, in capitals. */
export function typedPromotion(text: string): string | undefined {
  const shown = latinDigits(plain(text))
    .toUpperCase()
    .replace(/^[.“”"' ]+|[.“”"' ]+$/g, '');
  return /^[A-Z0-9]*$/.test(shown) ? shown : undefined;
}

/** typedInvite returns the invite code in a text: alone, in a link, or followed by a punctuation mark. */
export function typedInvite(text: string): string | undefined {
  const shown = latinDigits(plain(text)).toUpperCase();
  const found = [...shown.matchAll(/\bPR[A-Z0-9]+\b/g)];
  if (!shown) return '';
  const [only] = found;
  if (!only || found.length > 1 || shown[only.index + only[0].length] === '-') return undefined;
  return only[0];
}

const COUNTRIES = {
  th: { code: '66', isNational: (n: number) => n === 9, isHome: (n: number) => n === 10 },
  lo: { code: '856', isNational: (n: number) => n >= 8 && n <= 10, isHome: () => false },
};

/** typedPhone returns a number like 0812345678. Another country's number keeps its plus. */
export function typedPhone(text: string, country: Country): string | undefined {
  const { code, isNational, isHome } = COUNTRIES[country];
  const shown = latinDigits(plain(text)).replace(/^tel:/i, '');
  const isForeign = shown.replace(/^\(/, '').startsWith('+');
  const digits = digitsOf(shown.replaceAll('+', '').replaceAll('(0)', ''));
  const isSeveral = shown.split(' ').filter((part) => (digitsOf(part)?.length ?? 0) >= 8).length > 1;
  if (digits === undefined || isSeveral) return undefined;
  for (const prefix of [`00${code}`, code]) {
    if (!digits.startsWith(prefix)) continue;
    const isCode = isForeign || prefix !== code;
    const national = digits.slice(prefix.length).replace(/^0/, '');
    if (digits === prefix && isCode) return '';
    if (isNational(national.length) && (isCode || !isHome(digits.length))) return `0${national}`;
  }
  return isForeign && digits ? `+${digits}` : digits;
}
