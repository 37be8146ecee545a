/**
 * Rewrites what stands in an input as it is typed (groups of digits, capitals)
 * and leaves the caret after the same character as before.
 */
export function retype(input: HTMLInputElement, format: (typed: string) => string): void {
  const typed = input.value;
  const shown = format(typed);
  if (shown === typed) return;
  const before = significant(typed.slice(0, input.selectionStart ?? typed.length));
  input.value = shown;
  const caret = placeAfter(shown, before);
  input.setSelectionRange(caret, caret);
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
  return char === ' ' || char === '-' || char === ',';
}
