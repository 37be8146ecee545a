/**
 * Simulates a keyboard. A key goes to the focused element. Its text goes to the element that has the focus
 * after the key's handlers have run.
 */
import { act, fireEvent } from '@testing-library/react';
import { createRandom } from './random';

export interface Key {
  key: string;
  code: string;
}

/** The key codes of the letters, with the characters of a Latin and a Thai (Kedmanee) layout. */
const CODES = [...'QWERTYUIOPASDFGHJKLZXCVBNM'].map((letter) => `Key${letter}`);
const OTHERS = ['BracketLeft', 'BracketRight', 'Semicolon', 'Quote', 'Comma', 'Period', 'Slash'];
const LATIN = [...'qwertyuiopasdfghjklzxcvbnm'];
const THAI = [...'ๆไำพะัีรนยฟหกดเ้่าสผปแอิืทบลวงมใฝ'];

/**
 * Returns `count` words of one to nine letters. Half of them are Latin, half Thai. The same seed gives the
 * same words.
 */
export function randomTexts(count: number, seed: number): Key[][] {
  const random = createRandom(seed);
  const upTo = (limit: number) => Math.floor(random() * limit);
  return Array.from({ length: count }, () => {
    const isThai = random() < 0.5;
    const [letters, codes] = isThai ? [THAI, [...CODES, ...OTHERS]] : [LATIN, CODES];
    return Array.from({ length: 1 + upTo(9) }, () => {
      const at = upTo(letters.length);
      return { key: letters[at]!, code: codes[at]! };
    });
  });
}

export const ENTER: Key = { key: 'Enter', code: 'Enter' };

/**
 * Types the letters one by one at the focus, then Enter. The last field that accepted letters receives them
 * all in one event.
 */
export function typeWithEnter(word: Key[]): void {
  let typed: { field: Field; text: string } | undefined;
  act(() => {
    for (const key of word) {
      if (!keyDown(key)) continue;
      const field = document.activeElement;
      if (!isField(field)) continue;
      typed = { field, text: (typed?.field === field ? typed.text : '') + key.key };
    }
  });
  if (typed) write(typed.field, typed.text);
  pressKey(ENTER);
}

/** Presses one key. `options` contains modifiers and `repeat`. */
export function pressKey(key: Key, options: KeyboardEventInit = {}): void {
  let isDefaultAllowed = true;
  act(() => {
    isDefaultAllowed = keyDown(key, options);
  });
  if (!isDefaultAllowed || options.altKey) return;
  const focused = document.activeElement;
  if (key.key === 'Enter') pressEnter(focused);
  else if (key.key.length === 1 && isField(focused)) write(focused, key.key);
}

/** Sends a keydown event. Returns true unless a handler prevented the browser's own action. */
function keyDown(key: Key, options: KeyboardEventInit = {}): boolean {
  const target = document.activeElement ?? document.body;
  return target.dispatchEvent(
    new KeyboardEvent('keydown', { ...key, ...options, bubbles: true, cancelable: true }),
  );
}

/**
 * Handles Enter like a browser: it presses a focused button. In a field it submits the form by the first
 * submit button.
 */
function pressEnter(focused: Element | null): void {
  if (focused instanceof HTMLButtonElement) return void fireEvent.click(focused);
  if (!(focused instanceof HTMLInputElement) || !focused.form) return;
  const button = focused.form.querySelector<HTMLButtonElement>('[type=submit]');
  if (button) fireEvent.click(button);
  else fireEvent.submit(focused.form);
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function isField(focused: Element | null): focused is Field {
  if (focused instanceof HTMLInputElement) return !['radio', 'checkbox', 'file'].includes(focused.type);
  return focused instanceof HTMLTextAreaElement;
}

/** Replaces the selected text. */
function write(field: Field, text: string): void {
  const { selectionStart, selectionEnd, value } = field;
  const from = selectionStart ?? value.length;
  fireEvent.input(field, {
    target: { value: value.slice(0, from) + text + value.slice(selectionEnd ?? from) },
  });
  field.setSelectionRange?.(from + text.length, from + text.length);
}

/** Returns the elements that the Tab key reaches, in order. */
export function findFocusable(): HTMLElement[] {
  const all = document.querySelectorAll<HTMLElement>('button, input, textarea, select, a[href], [tabindex]');
  return [...all].filter((element) => !element.matches(':disabled, [type=file], [role=option]'));
}
