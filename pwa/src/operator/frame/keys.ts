/**
 * All keys of the console in one table. The handlers, the hints on the screens and the README use it;
 * `keys.test.ts` compares them.
 *
 * No letter starts an action: a letter goes into the focused field, or into the page's search. Every change
 * needs Alt, a button, or Enter in its own form.
 */
import type { TextKey } from '../i18n';

export type Page = 'inbox' | 'cashier' | 'log';

/** Where the focus must be for a key to work. Dialogs have their own keys. */
type FocusPlace =
  | 'everywhere'
  | 'outside fields'
  | 'outside fields, and in the empty search of a page'
  | 'on the list, and in the search of a page'
  | 'on a row'
  | 'in a list of choices under a field'
  | 'in the reply'
  | 'in an empty reply'
  | 'on the button of a confirmation, half a second after it appeared'
  | 'in a field of a confirmation';

interface KeyUse {
  /**
   * Values of the browser's `key`. With Alt, values of its `code`, which names the same key on every keyboard
   * layout.
   */
  press: readonly string[];
  does: TextKey;
  pages: readonly Page[];
  focus: FocusPlace;
}

const ALT = 'Alt+';
const ALL: Page[] = ['inbox', 'cashier', 'log'];

export const KEYS = {
  move: {
    press: ['ArrowDown', 'ArrowUp'],
    does: 'keys.move',
    pages: ['inbox', 'cashier'],
    focus: 'on the list, and in the search of a page',
  },
  open: { press: ['Enter'], does: 'keys.open', pages: ['inbox', 'cashier'], focus: 'on a row' },
  find: {
    press: ['/'],
    does: 'cash.keys.find',
    pages: ['cashier'],
    focus: 'outside fields, and in the empty search of a page',
  },
  accept: { press: ['Alt+KeyA'], does: 'cash.keys.accept', pages: ['cashier'], focus: 'everywhere' },
  refuse: { press: ['Alt+KeyR'], does: 'cash.keys.refuse', pages: ['cashier'], focus: 'everywhere' },
  toConfirm: {
    press: ['Enter'],
    does: 'cash.keys.toConfirm',
    pages: ['cashier'],
    focus: 'in a field of a confirmation',
  },
  confirm: {
    press: ['Enter'],
    does: 'cash.keys.confirm',
    pages: ['cashier'],
    focus: 'on the button of a confirmation, half a second after it appeared',
  },
  reply: { press: ['Alt+KeyR'], does: 'keys.reply', pages: ['inbox'], focus: 'everywhere' },
  canned: { press: ['Alt+Slash'], does: 'keys.canned', pages: ['inbox'], focus: 'outside fields' },
  cannedInReply: { press: ['/'], does: 'keys.canned', pages: ['inbox'], focus: 'in an empty reply' },
  assign: { press: ['Alt+KeyA'], does: 'keys.take', pages: ['inbox'], focus: 'everywhere' },
  close: { press: ['Alt+KeyC'], does: 'keys.close', pages: ['inbox'], focus: 'everywhere' },
  send: { press: ['Enter'], does: 'keys.send', pages: ['inbox'], focus: 'in the reply' },
  choose: {
    press: ['ArrowDown', 'ArrowUp'],
    does: 'canned.choose',
    pages: ['inbox', 'cashier'],
    focus: 'in a list of choices under a field',
  },
  pick: {
    press: ['Enter'],
    does: 'canned.take',
    pages: ['inbox', 'cashier'],
    focus: 'in a list of choices under a field',
  },
  insert: {
    press: ['Tab'],
    does: 'canned.take',
    pages: ['inbox'],
    focus: 'in a list of choices under a field',
  },
  back: { press: ['Escape'], does: 'keys.back', pages: ALL, focus: 'everywhere' },
} as const satisfies Record<string, KeyUse>;

export type KeyName = keyof typeof KEYS;

/** The properties of a keyboard event that identify the pressed key. */
export interface PressedKey {
  code: string;
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  isComposing: boolean;
}

/** Returns the index of the entry in `press` that matches, or -1. */
export function pressIndex(name: KeyName, pressed: PressedKey): number {
  return KEYS[name].press.findIndex((press) => matchesPress(press, pressed));
}

export function isKey(name: KeyName, pressed: PressedKey): boolean {
  return pressIndex(name, pressed) >= 0;
}

function matchesPress(press: string, pressed: PressedKey): boolean {
  const { code, key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = pressed;
  if (isComposing || ctrlKey || metaKey) return false;
  // In Chromium, AltGr does not count as Alt; AltGr types letters.
  if (press.startsWith(ALT)) return altKey && !shiftKey && code === press.slice(ALT.length);
  // The slash is matched by its character on every layout: on a Thai layout its key types a letter.
  return !altKey && (press === '/' || !shiftKey) && key === press;
}

/** Returns whether the key types a character. A key that an input method composes does not count. */
export function typesCharacter({ key, ctrlKey, metaKey, altKey, isComposing }: PressedKey): boolean {
  return [...key].length === 1 && key !== ' ' && !isComposing && !ctrlKey && !metaKey && !altKey;
}

const names: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc', Slash: '/' };

/** Returns the keys of an entry as they are labelled: "Alt+A", on a Mac "⌥A". */
export function labelsOf(name: KeyName, isMac = isMacKeyboard()): string[] {
  return KEYS[name].press.map((press) => {
    const isChord = press.startsWith(ALT);
    const key = isChord ? press.slice(ALT.length) : press;
    const label = names[key] ?? key.replace('Key', '');
    if (!isChord) return label;
    return isMac ? `⌥${label}` : `Alt+${label}`;
  });
}

/** Returns the value for `aria-keyshortcuts`, which has the same key names on all systems. */
export function shortcutOf(name: KeyName): string {
  return labelsOf(name, false).join(' ');
}

function isMacKeyboard(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}

/** Returns whether the element accepts typed letters. Radio buttons and checkboxes do not. */
export function acceptsText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement)
    return !['radio', 'checkbox', 'button', 'file'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
