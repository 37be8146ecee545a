// @pure
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import en from '@/i18n/locale-en';
import lo from '@/i18n/locale-lo';
import content from '@/i18n/th/content.json';
import { steps, topics } from './topics';

const folder = fileURLToPath(new URL('../../../../public/howto/', import.meta.url));
const cases = topics.flatMap(({ id, file }) =>
  Object.entries({ th: content, lo: lo.content, en: en.content }).map(([locale, words]) => ({
    id,
    file,
    locale,
    words,
  })),
);

describe('the captions', () => {
  // spec 2.29a, 2.29b, 2.29c, 2.29d, 2.29e
  it.each(cases)('the captions of $file in $locale equal the steps’ texts', ({ id, file, locale, words }) => {
    const captions = readFileSync(`${folder}${file}.${locale}.vtt`, 'utf8');

    expect(captions.startsWith('WEBVTT\n')).toBe(true);
    const cueTexts = captions
      .split('\n')
      .filter((line) => line && line !== 'WEBVTT' && !/^\d+$|-->/.test(line));
    expect(cueTexts).toEqual(steps.map((step) => words.howto[id].steps[step]));
  });
});
