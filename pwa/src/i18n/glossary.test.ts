// @pure
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import glossary from './glossary.json';

type Locale = 'th' | 'lo' | 'en';
type Where = 'app' | 'desk' | 'elsewhere';
type Texts = { [key: string]: string | Texts };
type Words = Partial<Record<Locale, string[]>>;

interface Text {
  where: Where;
  locale: Locale;
  /** Where to correct it. */
  at: string;
  text: string;
}

interface Term extends Record<Locale, string> {
  id: string;
  of: 'app' | 'desk' | 'both';
  not: Words;
  /** Allowed text that contains a forbidden word. */
  but?: Words;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const locales: Locale[] = ['th', 'lo', 'en'];
const terms = glossary.flatMap((group) => group.terms as Term[]);

/** Not part of the text: what i18next fills in, and the marks of links. */
const marks = /\{\{?\w+\}?\}|<[^>]*>/g;

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

function flatten(texts: Texts, at: string): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${at} ${key}`, value] as [string, string]]
      : flatten(value, `${at} ${key}`),
  );
}

function catalogue(where: Where, dir: string): Text[] {
  return locales.flatMap((locale) =>
    readdirSync(path.join(root, dir, locale))
      .filter((file) => file.endsWith('.json'))
      .map((file) => `${dir}/${locale}/${file}`)
      .flatMap((file) => flatten(JSON.parse(read(file)) as Texts, file))
      .map(([at, text]) => ({ where, locale, at, text })),
  );
}

/** Detects the language by its script; text in neither script counts as English if it has several words. */
function localeOf(text: string): Locale | undefined {
  if (/[\u0E80-\u0EFF]/.test(text)) return 'lo';
  if (/[\u0E00-\u0E7F]/.test(text)) return 'th';
  return /[a-z]+ [a-z]+/.test(text) ? 'en' : undefined;
}

/** The texts of a file between quotes, tags and line ends; of code only those in Thai or Lao script. */
function saidBy(file: string, english: boolean): Text[] {
  return read(file)
    .replaceAll(/^\s*(?:--|\/\/|package\b|import\b).*$/gm, '')
    .split(/['"`<>\n]/)
    .flatMap((text): Text[] => {
      const locale = localeOf(text);
      if (!locale || (locale === 'en' && !english)) return [];
      return [{ where: 'elsewhere', locale, at: file, text }];
    });
}

const captions = readdirSync(path.join(root, 'public/howto')).filter((file) => file.endsWith('.vtt'));

const texts = [
  ...catalogue('app', 'pwa/src/i18n'),
  ...catalogue('desk', 'pwa/src/operator/i18n'),
  ...captions.flatMap((file) => saidBy(`public/howto/${file}`, true)),
  ...['manifest/manifest.json', 'manifest/words.json', 'backend/games/launchpage/index.html'].flatMap(
    (file) => saidBy(file, true),
  ),
  ...['10_base', '20_demo', '30_laos'].flatMap((seed) => saidBy(`sql/seed/${seed}.sql`, true)),
  ...['backend/push/texts.go', 'pwa/src/sw/push.ts', 'pwa/vite/laos.ts', 'pwa/index.html'].flatMap((file) =>
    saidBy(file, file.endsWith('.go')),
  ),
].map((said) => ({ ...said, text: said.text.replaceAll(marks, ' ') }));

/** Finds a word in a text. Thai and Lao have no spaces between words; an English word must stand alone. */
function finder(word: string, locale: Locale): (text: string) => boolean {
  if (locale !== 'en') return (text) => text.includes(word);
  const literal = word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const alone = new RegExp(String.raw`(?<![\w-])${literal}(?![\w-])`, 'i');
  return (text) => alone.test(text);
}

function isAbout({ of }: Term, { where }: Text): boolean {
  return of === 'both' || (of === 'desk') === (where === 'desk');
}

function without(text: string, allowed: string[] = []): string {
  return allowed.reduce((rest, phrase) => rest.replaceAll(phrase, ' '), text);
}

describe('the glossary', () => {
  it('the glossary names each thing once, in three languages', () => {
    const ids = terms.map(({ id }) => id);

    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    expect(terms.filter((term) => locales.some((locale) => !term[locale].trim()))).toEqual([]);
  });

  it.each(locales)('the catalogue uses the glossary’s words in %s', (locale) => {
    const said = texts.filter((text) => text.locale === locale && text.where !== 'elsewhere');
    const unsaid = terms.filter((term) => {
      const word = term[locale].toLowerCase();
      return !said.some((text) => isAbout(term, text) && text.text.toLowerCase().includes(word));
    });

    expect(unsaid.map(({ id }) => id)).toEqual([]);
  });

  it.each(locales)('every text in %s has one word for one thing', (locale) => {
    const said = texts.filter((text) => text.locale === locale);
    const wrong = terms.flatMap((term) =>
      (term.not[locale] ?? []).flatMap((word) => {
        const has = finder(word, locale);
        return said
          .filter((text) => isAbout(term, text) && has(without(text.text, term.but?.[locale])))
          .map(({ at, text }) => `${at}: "${text}" says "${word}", not "${term[locale]}"`);
      }),
    );

    expect(wrong.join('\n')).toBe('');
  });
});
