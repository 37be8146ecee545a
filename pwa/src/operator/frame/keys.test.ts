// @pure
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import cash from '../i18n/en/cashier.json';
import operator from '../i18n/en/operator.json';
import { isKey, isLetter, KEYS, labelsOf, pressIndex, type KeyName, type Pressed } from './keys';

const consoleFolder = fileURLToPath(new URL('..', import.meta.url));
const names = Object.keys(KEYS) as KeyName[];

const pressed = (code: string, key: string, some: Partial<Pressed> = {}): Pressed => ({
  code,
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  ...some,
});

/** Keys with Alt that Chrome on Windows uses itself: address bar, menus, history, home. */
const RESERVED_KEYS = ['KeyD', 'KeyE', 'KeyF', 'ArrowLeft', 'ArrowRight', 'Home', 'F4', 'Space', 'Tab'];

function listSources(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(dir, entry.name);
    if (entry.isDirectory()) return listSources(file);
    return /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.') ? [file] : [];
  });
}

/** Returns the English text of a key such as "cash.keys.find". */
function readEnglish(key: string): string {
  return key
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], { ...operator, cash }) as string;
}

describe('the table of keys', () => {
  it('no key is a letter: each is a named key, the slash, or a chord with Alt', () => {
    for (const name of names)
      for (const press of KEYS[name].press)
        expect(press, name).toMatch(/^(Arrow(Up|Down)|Enter|Escape|Tab|\/|Alt\+(Key[A-Z]|Slash))$/);
  });

  it('no chord is reserved by Chrome', () => {
    const chords = names.flatMap((name) => KEYS[name].press).filter((press) => press.startsWith('Alt+'));

    expect(chords.filter((press) => RESERVED_KEYS.includes(press.slice(4)))).toEqual([]);
  });

  it('a key has one meaning on each page and place', () => {
    const uses = names.flatMap((name) =>
      KEYS[name].pages.flatMap((page) =>
        KEYS[name].press.map((press) => `${press} ${page} ${KEYS[name].place}`),
      ),
    );

    expect(uses.filter((use, i) => uses.indexOf(use) !== i)).toEqual([]);
  });

  it('the table of keys equals the table in the README', () => {
    const readme = readFileSync(path.join(consoleFolder, 'README.md'), 'utf8');
    const rows = names.map(
      (name) =>
        `| ${labelsOf(name, false).join(' ')} | ${readEnglish(KEYS[name].does)} | ${KEYS[name].pages.join(', ')} | ${KEYS[name].place} |`,
    );

    expect(readme.match(/^\| (?:↓|Enter|\/|Alt|Esc|Tab).*\|$/gm)).toEqual(rows);
  });

  it('only the table names keys in the console', () => {
    const named = /['"`](Arrow\w+|Enter|Escape|Tab|Key[A-Z]|Slash)['"`]|<kbd|event\.key\b|event\.code\b/;
    const others = listSources(consoleFolder)
      .filter((file) => !/frame\/keys\.ts$|ui\/kbd\.tsx$/.test(file))
      .filter((file) => named.test(readFileSync(file, 'utf8')));

    expect(others).toEqual([]);
  });
});

describe('a pressed key', () => {
  it.each<[KeyName, Pressed]>([
    ['accept', pressed('KeyA', 'a', { altKey: true })],
    ['accept', pressed('KeyA', 'ฟ', { altKey: true })],
    ['accept', pressed('KeyA', 'å', { altKey: true })],
    ['refuse', pressed('KeyR', 'พ', { altKey: true })],
    ['canned', pressed('Slash', 'ฝ', { altKey: true })],
    ['find', pressed('Slash', '/')],
    ['find', pressed('Digit2', '/')],
    ['find', pressed('Digit7', '/', { shiftKey: true })],
    ['back', pressed('Escape', 'Escape')],
    ['confirm', pressed('NumpadEnter', 'Enter')],
  ])('%s is matched by the key’s position with Alt, and by its character without Alt: %j', (name, key) => {
    expect(isKey(name, key)).toBe(true);
  });

  it('up and down are distinguished', () => {
    expect(pressIndex('move', pressed('ArrowDown', 'ArrowDown'))).toBe(0);
    expect(pressIndex('move', pressed('ArrowUp', 'ArrowUp'))).toBe(1);
  });

  it.each<[string, Pressed]>([
    ['a letter', pressed('KeyA', 'a')],
    ['a Thai letter at the slash’s place', pressed('Slash', 'ฝ')],
    ['Ctrl', pressed('KeyA', 'a', { ctrlKey: true })],
    ['Cmd', pressed('KeyC', 'c', { metaKey: true })],
    ['Ctrl and Alt, which is AltGr on Windows', pressed('KeyA', 'ą', { ctrlKey: true, altKey: true })],
    ['Alt and Shift, which change the language', pressed('KeyA', 'A', { altKey: true, shiftKey: true })],
    ['Shift and Enter', pressed('Enter', 'Enter', { shiftKey: true })],
    ['an open input method', pressed('Enter', 'Enter', { isComposing: true })],
  ])('a key with %s is not in the table', (_, key) => {
    expect(names.filter((name) => isKey(name, key))).toEqual([]);
  });

  it.each<[boolean, Pressed]>([
    [true, pressed('KeyA', 'a')],
    [true, pressed('KeyA', 'A', { shiftKey: true })],
    [true, pressed('KeyA', 'ฟ')],
    [true, pressed('Digit1', '1')],
    [false, pressed('Space', ' ')],
    [false, pressed('Enter', 'Enter')],
    [false, pressed('KeyC', 'c', { ctrlKey: true })],
    [false, pressed('KeyA', 'å', { altKey: true })],
  ])('a key is a letter: %s for %j', (expected, key) => {
    expect(isLetter(key)).toBe(expected);
  });
});

it('a Mac shows the chords with its own sign', () => {
  expect([labelsOf('accept', true), labelsOf('accept', false)]).toEqual([['⌥A'], ['Alt+A']]);
});
