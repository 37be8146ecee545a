import { digitsOf, latinDigits, plain, type Country } from './plain';

const COUNTRIES = {
  th: { code: '66', isNational: (n: number) => n === 9, isHome: (n: number) => n === 10 },
  lo: { code: '856', isNational: (n: number) => n >= 8 && n <= 10, isHome: () => false },
};

/** 0812345678; another country's number keeps its plus. */
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
