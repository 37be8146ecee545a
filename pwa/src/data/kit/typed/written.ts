/**
 * Removes invisible characters from texts that users write. The server's package plain has cleanLine and
 * cleanText as Line and Text. The tests of both read its written.json.
 */
const ZERO_WIDTH_SPACE = '\u200b';
const JOINER = '\u200d';
/** The tags of a region's flag, such as Scotland's. */
const FLAG_TAGS = /^[\u{e0061}-\u{e007a}]{5}\u{e007f}/u;
/** A Thai letter has a vowel and a tone, a Vietnamese letter two marks. */
const MAX_MARKS = 3;
/** Other scripts put more marks on one letter: Burmese five, Hebrew with its accents four. */
const MAX_FOREIGN_MARKS = 8;

const LINE_END = /[\n-\r\u0085\u2028\u2029]/;
const EMPTY_LETTER = /[\u115f\u1160\u2800\u3164\uffa0]/;
const EMOJI = /(?=[^\0-\u2000\u2800])[\p{So}\p{Sk}\p{Sm}]/u;
const TAKES_SELECTOR = /[\p{S}\p{Po}\p{Nd}\u2139\u3030]/u;
const FEW_MARKS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Latin}\p{Script=Common}]/u;

/**
 * cleanLine cleans the value of a one-line field. Blanks between words become one space; blanks at the ends
 * and invisible characters are removed. A text without a visible character is ''.
 */
export function cleanLine(text: string): string {
  return trimBlanks(clean(text, false)).replace(/[\p{Z}\t]+/gu, ' ');
}

/**
 * cleanText cleans the value of a multi-line field, and removes blanks at the ends. A text without a visible
 * character is ''. Line separators of any kind become line feeds; tabs stay. U+200B stays between
 * letters. Joiners and selectors stay in emoji.
 */
export function cleanText(text: string): string {
  return trimBlanks(clean(text, true));
}

/** cleanTyping cleans what is being typed into a one-line field. A blank at the end stays. */
export function cleanTyping(text: string): string {
  return text === '' ? text : clean(`x${text}`, false).slice(1);
}

/**
 * Trims like the server. JavaScript's own trim would also remove U+FEFF, but that is already removed here.
 */
const trimBlanks = (text: string) => text.replace(/^[\p{Z}\t\n]+|[\p{Z}\t\n]+$/gu, '');

function clean(text: string, isMultiLine: boolean): string {
  const characters = [...text.replaceAll('\r\n', '\n').replace(/\p{Surrogate}/gu, '\ufffd')];
  const out: string[] = [];
  let base = ''; // the last character that is no mark
  let last = ''; // the last character
  let marks = 0;
  let hasVisible = false;
  for (let i = 0; i < characters.length; i++) {
    let character = characters[i]!;
    const next = characters[i + 1] ?? '';
    if (LINE_END.test(character)) character = isMultiLine ? '\n' : ' ';
    else if (character === '\t' || /\p{Z}/u.test(character)) character = isMultiLine ? character : ' ';
    else if (EMPTY_LETTER.test(character)) {
      if (!isMultiLine) continue;
    } else if (character === ZERO_WIDTH_SPACE) {
      if (!isMultiLine || !/[\p{L}\p{M}]/u.test(last) || !/\p{L}/u.test(next)) continue;
    } else if (character === JOINER) {
      if (!EMOJI.test(base) || last === JOINER || !EMOJI.test(next)) continue;
    } else if (/\p{Variation_Selector}/u.test(character)) {
      if (!TAKES_SELECTOR.test(last)) continue;
    } else if (character === '\u{1f3f4}' && FLAG_TAGS.test(characters.slice(i + 1, i + 7).join(''))) {
      out.push(...characters.slice(i, i + 6));
      i += 6;
      character = characters[i]!;
      hasVisible = true;
    } else if (/[\p{Cc}\p{Cf}\u034f\u17b4\u17b5]/u.test(character)) continue;
    else if (/[\p{Mn}\p{Me}]/u.test(character)) {
      if (++marks > maxMarks(base)) continue;
      out.push((last = character));
      continue;
    } else hasVisible = true;
    out.push((last = character));
    if (!/\p{Variation_Selector}/u.test(character)) {
      base = character;
      marks = 0;
    }
  }
  return hasVisible ? out.join('') : '';
}

const maxMarks = (base: string) => (base === '' || FEW_MARKS.test(base) ? MAX_MARKS : MAX_FOREIGN_MARKS);
