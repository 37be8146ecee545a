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

const COUNTRIES = {
  th: { code: '66', isNational: (n: number) => n === 9, isHome: (n: number) => n === 10 },
  lo: { code: '856', isNational: (n: number) => n >= 8 && n <= 10, isHome: () => false },
};

/** Signs that show nothing; the server's package plain has the same. */
const NOTHING = /[\p{Cf}\p{Variation_Selector}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5/gu;
const BLANKS = /[\p{Z}\p{Cc}]+/gu;
/** The zeros of the scripts whose digits are read, beside the Latin one. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x0e50, 0x0ed0, 0x1040, 0x17e0];

/** A text in plain signs: Latin digits, usual letters, single spaces, nothing invisible. */
function plain(text: string): string {
  return text
    .replace(NOTHING, '')
    .replace(/[！-～]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[\u2018\u2019\u02bc`´]/g, "'")
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(BLANKS, ' ')
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
function digitsOf(text: string): string | undefined {
  const digits = text.replace(/[ \-./()_,]/g, '');
  return /^\d*$/.test(digits) ? digits : undefined;
}

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

/** The digits of an account number. Words may stand around it; a masked number is none. */
export function typedAccount(text: string): string | undefined {
  const shown = latinDigits(plain(text));
  if (!shown) return '';
  if (/^[\d.]+e[+-]?\d+$|^\d+\.0+$/i.test(shown)) return undefined; // a spreadsheet has rewritten it
  const found = [...shown.matchAll(/[\d(][\d\-./()_ ]*/g)];
  const [only] = found;
  if (!only || found.length > 1) return undefined;
  const before = shown[only.index - 1];
  const isGlued = before !== undefined && before !== ' ' && before !== ':';
  const isCut = only.index + only[0].length < shown.length && !only[0].endsWith(' ');
  if (isGlued || isCut || only[0].includes(' / ')) return undefined;
  return digitsOf(only[0]) || undefined;
}

const UNITS = { th: /^(?:฿|THB|BAHT|บาท)$/i, lo: /^(?:₭|LAK|KIP|ກີບ)$/i };

/** An amount in satang, of digits, one point and thousands marks that stand right; perhaps with its unit. */
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

const CODE_LENGTH = 6;

/** The digits of a one-time code; of a whole message the only six that stand together. */
export function typedOtp(text: string): string | undefined {
  const shown = latinDigits(plain(text));
  if (!shown) return '';
  const runs = [...shown.matchAll(/\d(?:[ .-]?\d)*/g)].map(([run]) => run.replace(/\D/g, ''));
  if (/^[\d .-]*$/.test(shown) && runs.length === 1 && runs[0]!.length <= CODE_LENGTH) return runs[0];
  const codes = new Set(runs.filter((run) => run.length === CODE_LENGTH));
  return codes.size === 1 ? [...codes][0] : undefined;
}

const GIFT_HOST = 'gift.truemoney.com';
const GIFT_CODE = /^[A-Za-z0-9]{18,128}$/;
const GIFT_LINK = /(?:[a-z][a-z0-9+.-]*:)?(?:\/\/)?[^\s"“”'<>()]*campaign[^\s"“”'<>()]*/gi;

/** The code of the first gift link in a text, or the code itself. */
export function typedGift(text: string): string | undefined {
  const shown = text.replace(NOTHING, '').trim();
  if (!shown) return '';
  const bare = shown.replace(/^v=/, '');
  if (GIFT_CODE.test(bare)) return bare;
  for (const [link] of shown.matchAll(GIFT_LINK)) {
    const code = codeOfLink(link);
    if (code) return code;
  }
  return undefined;
}

function codeOfLink(link: string): string | undefined {
  const url = addressOf(link.includes('://') ? link : `https://${link}`);
  const isHost = url?.hostname === GIFT_HOST && (url.port === '' || url.port === '443');
  if (!url || !isHost || url.username || url.password || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.pathname.replace(/\/+$/, '') !== '/campaign') return undefined;
  const code = /^[A-Za-z0-9]+/.exec(url.searchParams.get('v') ?? '')?.[0] ?? '';
  return GIFT_CODE.test(code) ? code : undefined;
}

function addressOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The code of a promotion, in capitals. */
export function typedPromotion(text: string): string | undefined {
  const shown = latinDigits(plain(text))
    .toUpperCase()
    .replace(/^[.“”"' ]+|[.“”"' ]+$/g, '');
  return /^[A-Z0-9]*$/.test(shown) ? shown : undefined;
}

/** The invite code in a text: alone, in a link, or with a sign behind it. */
export function typedInvite(text: string): string | undefined {
  const shown = latinDigits(plain(text)).toUpperCase();
  const found = [...shown.matchAll(/\bPR[A-Z0-9]+\b/g)];
  if (!shown) return '';
  const [only] = found;
  if (!only || found.length > 1 || shown[only.index + only[0].length] === '-') return undefined;
  return only[0];
}
