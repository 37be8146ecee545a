/** What a bank shows of a payer beside what a member registered, as the server compares them. */

/** `unsure` is too little to go by: a person has to look. */
export type Fit = 'fits' | 'differs' | 'unsure';

/** As many digits have to show before an account tells whose it is: beside a slip, and by itself. */
const LEAST_VISIBLE = { slip: 4, transfer: 6 };

/** "xxx-x-x6482-1" against 9812364821. A mask of another length may be cut: its end is compared. */
export function accountFits(masked: string, full: string, of: keyof typeof LEAST_VISIBLE): Fit {
  const shown = [...masked].filter((sign) => /[\dxX*]/.test(sign)).map((sign) => (/\d/.test(sign) ? sign : 'x'));
  const visible = shown.filter((sign) => sign !== 'x').length;
  if (visible === 0 || full === '') return 'unsure';
  const length = Math.min(shown.length, full.length);
  const tail = shown.slice(-length);
  const differs = tail.some((sign, i) => sign !== 'x' && sign !== full[full.length - length + i]);
  if (differs) return 'differs';
  return shown.length === full.length && visible >= LEAST_VISIBLE[of] ? 'fits' : 'unsure';
}

/** Titles that banks put before a name, longest first. */
const titles = 'นางสาว ด.ช. ด.ญ. น.ส. นส. นาย นาง บริษัท บจก. บมจ. หจก. MISS MRS. MRS MR. MR MS. MS'.split(' ');

/** The first name has to be whole; of the last one what is there has to fit: "นาย สมชาย ใ". */
export function nameFits(names: readonly string[], registered: string): Fit {
  const want = wordsOf(registered);
  const told = names.map(wordsOf).filter((words) => words.length > 0);
  if (told.length === 0 || want.length === 0) return 'unsure';
  return told.some((words) => wordsFit(words, want)) ? 'fits' : 'differs';
}

export function bankFits(code: string | undefined, registered: string): Fit {
  if (!code) return 'unsure';
  return code === registered ? 'fits' : 'differs';
}

/** What to look for first where only a bank's short form of a name is known. */
export function firstName(name: string): string {
  return wordsOf(name)[0] ?? '';
}

function wordsFit(got: string[], want: string[]): boolean {
  if (got.length > want.length || got[0] !== want[0]) return false;
  if (got.length === 1) return want.length === 1;
  return got.slice(1).every((word, i) => word === want[i + 1] || (i === got.length - 2 && want[i + 1]!.startsWith(word)));
}

function wordsOf(name: string): string[] {
  let rest = name.toUpperCase().split(/\s+/).filter(Boolean).join(' ');
  for (const title of titles) {
    if (!rest.startsWith(title)) continue;
    const after = rest.slice(title.length);
    // "MR" is a title before a space only: there are people called Mruk.
    if (/^[A-Z]+$/.test(title) && after !== '' && !after.startsWith(' ')) continue;
    rest = after.trim();
    break;
  }
  return rest.split(/[\s*.\-…]+/).filter(Boolean);
}
