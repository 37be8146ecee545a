/** What a bank shows of a payer beside what a member registered, as the server compares them. */

/** `unsure` is too little to go by: a person has to look. */
export type Fit = 'fits' | 'differs' | 'unsure';

/** As many digits have to show before an account tells whose it is: beside a slip, and by itself. */
const LEAST_VISIBLE = { slip: 4, transfer: 6 };

/** "xxx-x-x6482-1" against 9812364821. One that is cut is compared from the right, and differs only where it fits nowhere. */
export function accountFits(masked: string, full: string, of: keyof typeof LEAST_VISIBLE): Fit {
  const told = [...masked].filter((sign) => !/[-\s./]/.test(sign));
  const isReadable = told.every((sign) => /[0-9xX*#_•●×]/.test(sign));
  const shown = told.map((sign) => (/[0-9]/.test(sign) ? sign : '_')).join('');
  const visible = shown.replaceAll('_', '').length;
  if (!isReadable || visible === 0 || full === '') return 'unsure';
  const short = full.length - shown.length;
  const fitsAt = (at: number) => [...shown].every((sign, i) => sign === '_' || sign === full[at + i]);
  const places = Array.from({ length: Math.abs(short) + 1 }, (_, i) => Math.min(short, 0) + i);
  if (!places.some(fitsAt)) return 'differs';
  // The end beyond doubt: with three hidden signs before it, it may be a beginning whose end was cut.
  const isSure = short === 0 || (short > 0 && fitsAt(short) && (/^_{0,2}[0-9]+$/.test(shown) || fitsAt(0)));
  return isSure && visible >= LEAST_VISIBLE[of] ? 'fits' : 'unsure';
}

/** A part of a name; of a cut one only the first letters are told, or the first and the last. */
interface Word {
  first: string;
  last: string;
  isCut: boolean;
}

/** Titles that banks put before a name, those first that others begin. */
const titles =
  'นางสาว เด็กชาย เด็กหญิง ด.ช. ด.ญ. น.ส. นส. นาย นาง บริษัท บจก. บมจ. หจก. ທ້າວ ນາງສາວ ນາງ MISS MSTR. MSTR MASTER MRS. MRS MR. MR MS. MS DR. DR'.split(
    ' ',
  );

/** Whole words have to be the same; of a cut one what is told has to fit. A name in another script says nothing. */
export function nameFits(names: readonly string[], registered: string): Fit {
  const want = wordsOf(registered);
  const told = names
    .map(wordsOf)
    .filter((words) => words.length > 0 && want.length > 0 && scriptOf(words) === scriptOf(want));
  const fits = told.map((words) => wordsFit(words, want));
  if (fits.includes('differs')) return 'differs';
  return fits.includes('fits') ? 'fits' : 'unsure';
}

export function bankFits(code: string | undefined, registered: string): Fit {
  if (!code) return 'unsure';
  return code === registered ? 'fits' : 'differs';
}

/** What to look for first where only a bank's short form of a name is known. */
export function firstName(name: string): string {
  return wordsOf(name)[0]?.first ?? '';
}

function wordsFit(told: Word[], want: Word[]): Fit {
  if (told.length > want.length) return 'differs';
  let isSure = told[0]!.first !== '';
  for (const [i, word] of told.entries()) {
    const whole = want[i]!.first;
    const isSame = word.first === whole && word.last === want[i]!.last && word.isCut === want[i]!.isCut;
    const isPart =
      word.isCut &&
      word.first.length + word.last.length <= whole.length &&
      whole.startsWith(word.first) &&
      whole.endsWith(word.last);
    if (isSame || isPart || isInitialOf(word, whole)) continue;
    // A beginning without a mark may be cut, or another name.
    if (i === 0 || i < told.length - 1 || !whole.startsWith(word.first)) return 'differs';
    isSure = false;
  }
  const last = told.at(-1)!;
  const isHalf =
    told.length < want.length &&
    (told.length === 1 || (!last.isCut && !isInitialOf(last, want[told.length - 1]!.first)));
  return isSure && !isHalf ? 'fits' : 'unsure';
}

/** One letter, with the vowel that is written before it and the marks on it: "ใจ" of ใจดี. */
function isInitialOf({ first, isCut }: Word, whole: string): boolean {
  return (
    !isCut && whole.startsWith(first) && first.replace(/^[เ-ไເ-ໄ]/u, '').replace(/\p{Mn}/gu, '').length <= 1
  );
}

function scriptOf(words: Word[]): number {
  const letters = words.map(({ first, last }) => first + last).join('');
  return [/\p{Script=Thai}/u, /\p{Script=Lao}/u, /\p{Script=Latin}/u].findIndex((script) =>
    script.test(letters),
  );
}

function wordsOf(name: string): Word[] {
  const text = name.toUpperCase().replaceAll('ํา', 'ำ').split(/\s+/).filter(Boolean).join(' ');
  return withoutTitles(text)
    .split(/[ -]+/)
    .flatMap((part) => part.match(/[^.,]+[.,]*/g) ?? [])
    .flatMap((part) => {
      const letters = part.replace(/[.,]+$/, '');
      const [first = '', ...rest] = letters.split(/[*•●…#]/);
      const isCut = rest.length > 0 || letters !== part;
      return first || rest.length > 0 ? [{ first, last: rest.at(-1) ?? '', isCut }] : [];
    });
}

function withoutTitles(name: string): string {
  for (const title of titles) {
    if (!name.startsWith(title)) continue;
    const rest = name.slice(title.length);
    const isTitle =
      rest === '' ||
      rest.startsWith(' ') ||
      title.endsWith('.') ||
      (!/[A-Z]/.test(title) && /^[ก-ฮเ-ไກ-ຮເ-ໄ]/u.test(rest));
    if (isTitle) return withoutTitles(rest.trim());
  }
  return name;
}
