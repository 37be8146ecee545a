// @pure
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import cashEn from './en/cashier.json';
import operatorEn from './en/operator.json';
import cashLo from './lo/cashier.json';
import operatorLo from './lo/operator.json';
import cashTh from './th/cashier.json';
import operatorTh from './th/operator.json';

type Texts = { [key: string]: string | Texts };

const consoleFolder = fileURLToPath(new URL('..', import.meta.url));
const plural = /_(one|other)$/;

function flatten(texts: Texts, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : flatten(value, `${prefix}${key}.`),
  );
}

const texts = {
  th: flatten({ ...operatorTh, cash: cashTh }),
  lo: flatten({ ...operatorLo, cash: cashLo }),
  en: flatten({ ...operatorEn, cash: cashEn }),
};
const keysOf = (locale: keyof typeof texts) =>
  [...new Set(texts[locale].map(([key]) => key.replace(plural, '')))].sort();
const placeholdersOf = (text: string) =>
  String([...text.matchAll(/\{\{\w+\}\}/g)].map(([placeholder]) => placeholder).sort());

function readSources(dir: string): string {
  return readdirSync(dir, { withFileTypes: true })
    .map((entry) => {
      const file = path.join(dir, entry.name);
      if (entry.isDirectory()) return readSources(file);
      return /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.') ? readFileSync(file, 'utf8') : '';
    })
    .join('\n');
}

describe('the console’s texts', () => {
  it.each(['lo', 'en'] as const)('the texts in %s have the Thai keys and placeholders', (locale) => {
    const thai = new Map(texts.th);
    const differing = texts[locale].filter(
      ([key, text]) =>
        placeholdersOf(text) !==
        placeholdersOf(thai.get(key) ?? thai.get(key.replace(plural, '_other')) ?? ''),
    );

    expect(keysOf(locale)).toEqual(keysOf('th'));
    expect(differing).toEqual([]);
  });

  it('each text is in the script of its language, and is never empty', () => {
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

  it('every key of the console’s texts is used', () => {
    const code = readSources(consoleFolder);
    const prefixes = [...code.matchAll(/`([A-Za-z]\w*(?:\.\w+)*\.)\$\{/g)].map(([, prefix]) => prefix!);
    const unused = keysOf('th').filter(
      (key) => !code.includes(`'${key}'`) && !prefixes.some((prefix) => key.startsWith(prefix)),
    );

    expect(unused).toEqual([]);
  });
});
