/**
 * Rewrites what stands in an input as it is typed (groups of digits, capitals)
 * and leaves the caret after the same character as before. Where it cannot be read the input gets
 * its text from before; returns whether it could.
 */
export function retype(
  input: HTMLInputElement,
  format: (typed: string) => string | undefined,
  before: string,
): boolean {
  const typed = input.value;
  const shown = format(typed);
  if (shown === undefined) {
    input.value = before;
    return false;
  }
  if (shown === typed) return true;
  // A zero that is put before a point counts, too.
  const added = typed.startsWith('.') && shown.startsWith('0.') ? 1 : 0;
  const left = significant(typed.slice(0, input.selectionStart ?? typed.length)) + added;
  input.value = shown;
  const caret = placeAfter(shown, left);
  input.setSelectionRange(caret, caret);
  return true;
}

/** Where the caret stands once `count` characters other than separators are to its left. */
export function placeAfter(text: string, count: number): number {
  if (count === 0) return 0;
  let seen = 0;
  for (let i = 0; i < text.length; i++) {
    if (!isSeparator(text[i])) seen++;
    if (seen === count) return i + 1;
  }
  return text.length;
}

function significant(text: string): number {
  return [...text].filter((char) => !isSeparator(char)).length;
}

function isSeparator(char: string | undefined): boolean {
  return char !== undefined && ' -,/:'.includes(char);
}
