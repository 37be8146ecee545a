// @pure
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import cashEn from './en/cashier.json';
import deskEn from './en/operator.json';
import cashLo from './lo/cashier.json';
import deskLo from './lo/operator.json';
import cashTh from './th/cashier.json';
import deskTh from './th/operator.json';

type Texts = { [key: string]: string | Texts };

const console = fileURLToPath(new URL('..', import.meta.url));
const plural = /_(one|other)$/;

function flatten(texts: Texts, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : flatten(value, `${prefix}${key}.`),
  );
}

const texts = {
  th: flatten({ ...deskTh, cash: cashTh }),
  lo: flatten({ ...deskLo, cash: cashLo }),
  en: flatten({ ...deskEn, cash: cashEn }),
};
const namesOf = (locale: keyof typeof texts) =>
  [...new Set(texts[locale].map(([key]) => key.replace(plural, '')))].sort();
const marks = (text: string) => String([...text.matchAll(/\{\{\w+\}\}/g)].map(([mark]) => mark).sort());

function sources(dir: string): string {
  return readdirSync(dir, { withFileTypes: true })
    .map((entry) => {
      const file = path.join(dir, entry.name);
      if (entry.isDirectory()) return sources(file);
      return /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.') ? readFileSync(file, 'utf8') : '';
    })
    .join('\n');
}

describe('the console’s texts', () => {
  it.each(['lo', 'en'] as const)('%s has exactly the keys and placeholders that Thai has', (locale) => {
    const thai = new Map(texts.th);
    const differing = texts[locale].filter(
      ([key, text]) => marks(text) !== marks(thai.get(key) ?? thai.get(key.replace(plural, '_other')) ?? ''),
    );

    expect(namesOf(locale)).toEqual(namesOf('th'));
    expect(differing).toEqual([]);
  });

  it('the texts are in their own script and never empty', () => {
    const foreign = [
      ...texts.th.filter(([, text]) => /[\u0E80-\u0EFF]/.test(text)),
      ...texts.lo.filter(([, text]) => /[\u0E00-\u0E7F]/.test(text)),
      ...texts.en.filter(([, text]) => /[\u0E00-\u0EFF]/.test(text)),
    ];

    expect(foreign).toEqual([]);
    expect(
      Object.values(texts)
        .flat()
        .filter(([, text]) => text.trim() === ''),
    ).toEqual([]);
  });

  it('every key is used', () => {
    const code = sources(console);
    const begun = [...code.matchAll(/`([A-Za-z]\w*(?:\.\w+)*\.)\$\{/g)].map(([, prefix]) => prefix!);
    const unused = namesOf('th').filter(
      (key) => !code.includes(`'${key}'`) && !begun.some((prefix) => key.startsWith(prefix)),
    );

    expect(unused).toEqual([]);
  });
});
