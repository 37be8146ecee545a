/** Characters that change a line's direction. With one in a name, an amount after it reads backwards. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066\u2067]/g;
const OPEN = '\u2068';
const CLOSE = '\u2069';
/** Letters of right-to-left scripts. Digits after them change places. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * isolate returns a value as text for a sentence, title or label, where no `<bdi>` can be used. It removes
 * direction characters, and isolates a text with right-to-left letters. Every value in a translated sentence
 * is passed through it; elsewhere on screens such a text is in a `<bdi>`. The server's package plain has the
 * same function.
 */
export function isolate(value: unknown): string {
  const unmarked = String(value).replace(DIRECTION_MARKS, '');
  const text = isClosed(unmarked) ? unmarked : unmarked.replace(/[\u2068\u2069]/g, '');
  return RIGHT_TO_LEFT.test(text) ? OPEN + text + CLOSE : text;
}

/** Returns whether the text closes each isolate that it opens, so that none affects the text after it. */
function isClosed(text: string): boolean {
  let open = 0;
  for (const character of text) {
    if (character === OPEN) open++;
    if (character === CLOSE && --open < 0) return false;
  }
  return open === 0;
}
