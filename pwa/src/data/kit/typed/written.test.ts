import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cleanLine, cleanText } from './written';

/** The server's test cases. */
const cases = JSON.parse(readFileSync('backend/platform/plain/written.json', 'utf8')) as {
  name: string;
  written: string;
  line: string;
  text: string;
}[];

it.each(cases)('"$name" is cleaned as on the server', ({ written, line, text }) => {
  expect(cleanLine(written)).toBe(line);
  expect(cleanText(written)).toBe(text);
});

it('half of a surrogate pair becomes one replacement character', () => {
  expect(cleanText('a\ud800b')).toBe('a\ufffdb');
});

/** Files that may call trim: no user wrote their texts, or other rules apply to them. */
const EXEMPT = new Set([
  'pwa/src/data/kit/typed/plain.ts',
  'pwa/src/data/kit/typed/gift.ts',
  'pwa/src/ui/format/digits.ts',
  // Passwords, which are sent as typed.
  'pwa/src/features/identity/schemas.ts',
  'pwa/src/operator/cashier/detail/action-form.tsx',
  'pwa/src/operator/cashier/log/texts.ts',
]);

it('no field has its own check for empty text', () => {
  const filesWithTrim = readdirSync('pwa/src', { recursive: true, encoding: 'utf8' })
    .map((name) => `pwa/src/${name}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !EXEMPT.has(path))
    .filter((path) => readFileSync(path, 'utf8').includes('.trim()'));

  expect(filesWithTrim).toEqual([]);
});
