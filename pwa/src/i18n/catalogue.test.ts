// @pure
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import en from './locale-en';
import lo from './locale-lo';

const src = fileURLToPath(new URL('..', import.meta.url));
/** Including the texts that are loaded later than the page. */
const thai = import.meta.glob<Texts>('./th/*.json', { eager: true, import: 'default' });
const th = Object.fromEntries(
  Object.entries(thai).map(([file, texts]) => [path.basename(file, '.json'), texts]),
);
const locales = { th, lo, en };
const plural = /_(zero|one|two|few|many|other)$/;

type Texts = { [key: string]: string | Texts };

/** "queue.chip.unsent" -> text */
function flatten(texts: Texts, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
  }
  return flat;
}

function textsOf(locale: keyof typeof locales): Map<string, string> {
  const flat = flatten(locales[locale] as unknown as Texts);
  return flat;
}

function keysOf(locale: keyof typeof locales): string[] {
  return [...new Set([...textsOf(locale).keys()].map((key) => key.replace(plural, '')))].sort();
}

function sources(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(dir, entry.name);
    if (entry.isDirectory()) return sources(file);
    return /\.tsx?$/.test(entry.name) && !/\.test\.|\.gen\./.test(entry.name)
      ? [readFileSync(file, 'utf8')]
      : [];
  });
}

/** Finds keys used in the source: whole ones, and the beginnings of template strings. */
function usedIn(code: string) {
  const usedKeys = new Set([...code.matchAll(/['"`]([A-Za-z]\w*(?:\.\w+)*)['"`]/g)].map(([, key]) => key!));
  const begun = [...code.matchAll(/`([A-Za-z]\w*(?:\.\w+)*\.)\$\{/g)].map(([, prefix]) => prefix!);
  return (key: string) => usedKeys.has(key) || begun.some((prefix) => key.startsWith(prefix));
}

/** Each once: one language may name a unit once where another names it twice. */
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{\{\w+\}\}|<\/?\w>/g)].map(([mark]) => mark))].sort();

/** The numbers in the text itself, each once. */
const numbers = (text: string) =>
  [...new Set([...text.replace(/\{\{\w+\}\}/g, '').matchAll(/\d[\d,.]*/g)].map(([number]) => number))].sort();

describe('the texts', () => {
  it.each(['lo', 'en'] as const)('%s has exactly the keys that Thai has', (locale) => {
    expect(keysOf(locale)).toEqual(keysOf('th'));
  });

  it.each(['th', 'lo'] as const)('%s has only one plural form, like its language', (locale) => {
    const forms = [...textsOf(locale).keys()].filter((key) => plural.test(key) && !key.endsWith('_other'));

    expect(forms).toEqual([]);
  });

  it('English has both plural forms', () => {
    const keys = textsOf('en');
    const counted = [...keys.keys()].filter((key) => key.endsWith('_other'));

    expect(counted.filter((key) => !keys.has(key.replace('_other', '_one')))).toEqual([]);
  });

  it.each(['lo', 'en'] as const)('the texts in %s have the same placeholders and tags as Thai', (locale) => {
    const thai = textsOf('th');
    const differing = [...textsOf(locale)].filter(([key, text]) => {
      const model = thai.get(key) ?? thai.get(key.replace(plural, '_other'));
      return String(placeholders(text)) !== String(placeholders(model ?? ''));
    });

    expect(differing).toEqual([]);
  });

  // spec 5.3, 8.10c, 9.19
  it.each(['lo', 'en'] as const)('the texts in %s have the same numbers as Thai', (locale) => {
    const inWords = new Set([
      'care.reality.every.60',
      'errors.TRIPPLE_WRONG_CAPTCHA',
      'errors.DEPOSIT_NOT_SEEN',
    ]);
    const thai = textsOf('th');
    const differing = [...textsOf(locale)].filter(([key, text]) => {
      const model = thai.get(key) ?? thai.get(key.replace(plural, '_other'));
      return String(numbers(text)) !== String(numbers(model ?? '')) && !inWords.has(key);
    });

    expect(differing).toEqual([]);
  });

  it.each(['th', 'lo', 'en'] as const)('no text in %s is empty', (locale) => {
    expect([...textsOf(locale)].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('the texts are in their own script', () => {
    const foreign = [
      ...[...textsOf('th')].filter(([, text]) => /[\u0E80-\u0EFF]/.test(text)),
      ...[...textsOf('lo')].filter(
        ([key, text]) => /[\u0E00-\u0E7F]/.test(text.replace('ก', '')) && !key.startsWith('errors'),
      ),
      ...[...textsOf('en')].filter(([, text]) => /[\u0E00-\u0EFF]/.test(text.replace('ก', ''))),
    ];

    expect(foreign).toEqual([]);
  });

  it('every key is used, since unused keys slow the first visit', () => {
    const isUsed = usedIn(sources(src).join('\n'));
    const unused = keysOf('th').filter((key) => {
      const [namespace, ...rest] = key.split('.');
      return namespace !== 'errors' && !isUsed(rest.join('.'));
    });

    expect(unused).toEqual([]);
  });
});
