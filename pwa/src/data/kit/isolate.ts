/** Signs that turn the direction of a line: with one in a name, an amount behind it reads backwards. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066\u2067]/g;
const OPEN = '\u2068';
const CLOSE = '\u2069';
/** Letters that are written from the right: figures behind them change places. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Returns a text as it may stand in a sentence, a title or a label, where no `<bdi>` can: without
 * signs that turn the line, and isolated where its letters are written from the right. Every value
 * of a translated sentence goes through it. On screens a text stands in a `<bdi>`. The server's
 * package plain has the same.
 */
export function isolate(value: unknown): string {
  const turnless = String(value).replace(TURNS, '');
  const text = isClosed(turnless) ? turnless : turnless.replace(/[\u2068\u2069]/g, '');
  return FROM_RIGHT.test(text) ? OPEN + text + CLOSE : text;
}

/** Whether each isolate that a text opens is closed in it, so that none reaches further. */
function isClosed(text: string): boolean {
  let open = 0;
  for (const sign of text) {
    if (sign === OPEN) open++;
    if (sign === CLOSE && --open < 0) return false;
  }
  return open === 0;
}
