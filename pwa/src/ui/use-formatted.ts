import {
  useRef,
  useState,
  type ChangeEvent,
  type CompositionEvent,
  type FocusEvent,
  type SyntheticEvent,
} from 'react';

/**
 * Returns the rewritten text of a field. `isPasted` is true if one event brought more than one key: a paste,
 * a drop, or a password manager. Returns undefined if the text is unreadable; the field then keeps its
 * previous text.
 */
export type Format = (typed: string, isPasted: boolean) => string | undefined;

type Change = (event: ChangeEvent<HTMLInputElement>) => void;

/**
 * Returns the handlers of an input that is rewritten while the user types. `value` is the text of a
 * controlled input. Nothing is rewritten while a keyboard composes characters, since it would continue in the
 * rewritten text. `isRefused` is true after a paste that could not be read.
 */
export function useFormatted(format: Format | undefined, onChange: Change | undefined, value?: string) {
  const last = useRef('');
  const [isRefused, setRefused] = useState(false);
  const write = (event: SyntheticEvent<HTMLInputElement>, isPasted: boolean) => {
    if (!format) return;
    const isRead = retype(event.currentTarget, (typed) => format(typed, isPasted), value ?? last.current);
    setRefused(!isRead && isPasted);
    last.current = event.currentTarget.value;
  };
  return {
    isRefused,
    handlers: {
      onFocus: (event: FocusEvent<HTMLInputElement>) => {
        last.current = event.currentTarget.value;
      },
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        const typed = event.nativeEvent as InputEvent;
        if (!typed.isComposing) write(event, isPaste(typed));
        onChange?.(event);
      },
      onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => {
        write(event, false);
        onChange?.(event as unknown as ChangeEvent<HTMLInputElement>);
      },
    },
  };
}

/**
 * Returns whether an event brought more than one key. A password manager's event has neither type nor data.
 */
function isPaste({ inputType = '', data }: Partial<InputEvent>): boolean {
  if (/^(?:delete|history)/.test(inputType)) return false;
  if (/^insert(?:From|Replacement)/.test(inputType)) return true;
  return data === null || data === undefined || [...data].length > 1;
}

/**
 * Rewrites the text of an input while it is typed, and keeps the caret after the same character. Examples are
 * groups of digits and capitals. An unreadable text is replaced by the previous text. Returns whether the
 * text was readable.
 */
function retype(
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
  // A zero that was inserted before a leading point counts too.
  const added = typed.startsWith('.') && shown.startsWith('0.') ? 1 : 0;
  const left = countCharacters(typed.slice(0, input.selectionStart ?? typed.length)) + added;
  input.value = shown;
  const caret = findCaretPosition(shown, left);
  input.setSelectionRange(caret, caret);
  return true;
}

/** Returns the caret position with `count` characters other than separators to its left. */
export function findCaretPosition(text: string, count: number): number {
  if (count === 0) return 0;
  let seen = 0;
  for (let i = 0; i < text.length; i++) {
    if (!isSeparator(text[i])) seen++;
    if (seen === count) return i + 1;
  }
  return text.length;
}

function countCharacters(text: string): number {
  return [...text].filter((char) => !isSeparator(char)).length;
}

function isSeparator(char: string | undefined): boolean {
  return char !== undefined && ' -,/:'.includes(char);
}
