import { BLANKS } from '@/data/kit/typed/plain';

/** Why a password is easy to guess. Without a reason that the phone can see, it is a common word. */
export type GuessableReason = 'phone' | 'name' | 'app' | 'pattern';

/** What others know about the person. */
export interface KnownFacts {
  phone?: string;
  /** The profile's name and the account holder's. */
  names?: readonly (string | undefined)[];
}

const APP_NAME = 'krapao';
/** Characters of a word: shorter ones are in too many good passwords. */
const SHORT_WORD = 4;
/** Characters around a word that do not make it a good password, as in "Mali2024!". */
const FEW_MORE = 5;

/**
 * Returns the reason why the server rejected a guessable password, as far as a phone can know: the rules are
 * those of the server's `password.Guessable`, without its list of common words. The server decides, this
 * only chooses the words for a rejection.
 */
export function guessableReason(
  password: string,
  { phone, names = [] }: KnownFacts,
): GuessableReason | undefined {
  const text = password.replace(BLANKS, ' ').trim().toLowerCase();
  const letters = squeeze(text);
  if (phone && isMostly(letters, phone)) return 'phone';
  if (names.some((name) => name && isMostly(letters, name.toLowerCase()))) return 'name';
  if (isMostly(letters, APP_NAME)) return 'app';
  return isRepeated(text) || isRow(text, 1) || isRow(text, -1) ? 'pattern' : undefined;
}

/** Whether a text is something known about a person, or one word of it, and little more. */
function isMostly(text: string, known: string): boolean {
  return [...known.split(/\s+/), known, known.replace(/^0/, '')].map(squeeze).some((part) => {
    const around = [...text].length - [...part].length;
    return [...part].length >= SHORT_WORD && text.includes(part) && around <= FEW_MORE;
  });
}

/** Letters with their marks, and digits. */
function squeeze(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{Nd}]/gu, '');
}

/** One short piece over and over: "aaaaaaaa", "abcabcabc". */
function isRepeated(text: string): boolean {
  const signs = [...text];
  return [1, 2, 3, SHORT_WORD].some(
    (size) => size <= signs.length / 2 && signs.every((sign, i) => sign === signs[i % size]),
  );
}

/** A run up or down: "abcdefgh", "890123". */
function isRow(text: string, step: 1 | -1): boolean {
  const signs = [...text];
  return (
    signs.length > 1 &&
    signs.slice(1).every((sign, i) => {
      const difference = sign.codePointAt(0)! - signs[i]!.codePointAt(0)! - step;
      return difference === 0 || (/^\d\d$/.test(signs[i]! + sign) && difference % 10 === 0);
    })
  );
}
