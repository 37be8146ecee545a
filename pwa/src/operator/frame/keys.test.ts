// @pure
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import cash from '../i18n/en/cashier.json';
import operator from '../i18n/en/operator.json';
import { isKey, typesCharacter, KEYS, labelsOf, pressIndex, type KeyName, type PressedKey } from './keys';

const consoleFolder = fileURLToPath(new URL('..', import.meta.url));
const names = Object.keys(KEYS) as KeyName[];

const buildPressedKey = (code: string, key: string, changes: Partial<PressedKey> = {}): PressedKey => ({
  code,
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  ...changes,
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
        KEYS[name].press.map((press) => `${press} ${page} ${KEYS[name].focus}`),
      ),
    );

    expect(uses.filter((use, i) => uses.indexOf(use) !== i)).toEqual([]);
  });

  it('the table of keys equals the table in the README', () => {
    const readme = readFileSync(path.join(consoleFolder, 'README.md'), 'utf8');
    const rows = names.map(
      (name) =>
        `| ${labelsOf(name, false).join(' ')} | ${readEnglish(KEYS[name].does)} | ${KEYS[name].pages.join(', ')} | ${KEYS[name].focus} |`,
    );

    expect(readme.match(/^\| (?:↓|Enter|\/|Alt|Esc|Tab).*\|$/gm)).toEqual(rows);
  });

  it('no source file except keys.ts and kbd.tsx contains the name of a key', () => {
    const named = /['"`](Arrow\w+|Enter|Escape|Tab|Key[A-Z]|Slash)['"`]|<kbd|event\.key\b|event\.code\b/;
    const others = listSources(consoleFolder)
      .filter((file) => !/frame\/keys\.ts$|ui\/kbd\.tsx$/.test(file))
      .filter((file) => named.test(readFileSync(file, 'utf8')));

    expect(others).toEqual([]);
  });
});

describe('a pressed key', () => {
  it.each<[KeyName, PressedKey]>([
    ['accept', buildPressedKey('KeyA', 'a', { altKey: true })],
    ['accept', buildPressedKey('KeyA', 'ฟ', { altKey: true })],
    ['accept', buildPressedKey('KeyA', 'å', { altKey: true })],
    ['refuse', buildPressedKey('KeyR', 'พ', { altKey: true })],
    ['canned', buildPressedKey('Slash', 'ฝ', { altKey: true })],
    ['find', buildPressedKey('Slash', '/')],
    ['find', buildPressedKey('Digit2', '/')],
    ['find', buildPressedKey('Digit7', '/', { shiftKey: true })],
    ['back', buildPressedKey('Escape', 'Escape')],
    ['confirm', buildPressedKey('NumpadEnter', 'Enter')],
  ])('%s is matched by the key’s position with Alt, and by its character without Alt: %j', (name, key) => {
    expect(isKey(name, key)).toBe(true);
  });

  it('up and down are distinguished', () => {
    expect(pressIndex('move', buildPressedKey('ArrowDown', 'ArrowDown'))).toBe(0);
    expect(pressIndex('move', buildPressedKey('ArrowUp', 'ArrowUp'))).toBe(1);
  });

  it.each<[string, PressedKey]>([
    ['a letter without Alt', buildPressedKey('KeyA', 'a')],
    ['a Thai letter at the slash’s place', buildPressedKey('Slash', 'ฝ')],
    ['a letter with Ctrl', buildPressedKey('KeyA', 'a', { ctrlKey: true })],
    ['a letter with Cmd', buildPressedKey('KeyC', 'c', { metaKey: true })],
    [
      'a letter with Ctrl and Alt, which is AltGr on Windows',
      buildPressedKey('KeyA', 'ą', { ctrlKey: true, altKey: true }),
    ],
    [
      'a letter with Alt and Shift, which change the language',
      buildPressedKey('KeyA', 'A', { altKey: true, shiftKey: true }),
    ],
    ['Enter with Shift', buildPressedKey('Enter', 'Enter', { shiftKey: true })],
    ['Enter in an open input method', buildPressedKey('Enter', 'Enter', { isComposing: true })],
  ])('no entry of the table matches %s', (_, key) => {
    expect(names.filter((name) => isKey(name, key))).toEqual([]);
  });

  it.each<[boolean, PressedKey]>([
    [true, buildPressedKey('KeyA', 'a')],
    [true, buildPressedKey('KeyA', 'A', { shiftKey: true })],
    [true, buildPressedKey('KeyA', 'ฟ')],
    [true, buildPressedKey('Digit1', '1')],
    [false, buildPressedKey('Space', ' ')],
    [false, buildPressedKey('Enter', 'Enter')],
    [false, buildPressedKey('KeyC', 'c', { ctrlKey: true })],
    [false, buildPressedKey('KeyA', 'å', { altKey: true })],
  ])('a key types a character: %s for %j', (expected, key) => {
    expect(typesCharacter(key)).toBe(expected);
  });
});

it('a Mac shows the chords with its own sign', () => {
  expect([labelsOf('accept', true), labelsOf('accept', false)]).toEqual([['⌥A'], ['Alt+A']]);
});
