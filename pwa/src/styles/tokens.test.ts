// @pure
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { computeContrast, type Oklch } from '../../test/colour';

type Side = 'light' | 'dark';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const colour = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`;
const row = new RegExp(String.raw`--([\w-]+): light-dark\(${colour}, ${colour}\);`, 'g');

const tokens = new Map(
  [...css.matchAll(row)].map(([, name, ...numbers]) => {
    const [a, b, c, d, e, f] = numbers.map(Number) as [number, number, number, number, number, number];
    return [name!, { light: [a, b, c] as Oklch, dark: [d, e, f] as Oklch }];
  }),
);

function contrast(text: string, ground: string, side: Side): number {
  return computeContrast(tokens.get(text)![side], tokens.get(ground)![side]);
}

const softs = ['in-soft', 'pending-soft', 'failed-soft', 'info-soft', 'off-soft', 'brand-soft', 'yolk-soft'];

const readable: [text: string, grounds: string[]][] = [
  ['ink', ['bg', 'surface', 'sunken', 'raised', ...softs]],
  ['ink-2', ['bg', 'surface', 'sunken', 'raised', ...softs]],
  ['ink-3', ['bg', 'surface', 'sunken']],
  ['brand-ink', ['brand']],
  ['brand-text', ['bg', 'surface', 'brand-soft']],
  ['wallet-ink', ['wallet', 'wallet-deep']],
  ['wallet-ink-2', ['wallet', 'wallet-deep']],
  ['yolk-ink', ['yolk']],
  ['yolk-text', ['bg', 'surface', 'yolk-soft']],
  ['in', ['bg', 'surface', 'in-soft']],
  ['pending', ['bg', 'surface', 'pending-soft', 'brand-soft']],
  ['failed', ['bg', 'surface', 'failed-soft']],
  ['failed-ink', ['failed']],
  ['info', ['bg', 'surface', 'info-soft']],
  ['off', ['bg', 'surface', 'off-soft']],
  ['strip-ink', ['strip']],
  ['strip-in', ['strip']],
  ['tile-yolk-icon', ['tile-yolk']],
  ['tile-pink-icon', ['tile-pink']],
  ['tile-leaf-icon', ['tile-leaf']],
  ['tile-sky-icon', ['tile-sky']],
];

/** Borders and discs without text. */
const visible: [part: string, grounds: string[]][] = [
  ['control', ['bg', 'surface']],
  ['brand', ['bg', 'surface']],
  ['failed', ['surface']],
  ['yolk', ['wallet', 'wallet-deep']],
];

const pairs = (rows: [string, string[]][]) =>
  rows.flatMap(([text, grounds]) =>
    grounds.flatMap((ground) => [[text, ground, 'light'] as const, [text, ground, 'dark'] as const]),
  );

describe('the tokens', () => {
  it.each(pairs(readable))('let %s be read on %s (%s): 4.5 to 1', (text, ground, side) => {
    expect(contrast(text, ground, side)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(visible))('let %s be seen on %s (%s): 3 to 1', (part, ground, side) => {
    expect(contrast(part, ground, side)).toBeGreaterThanOrEqual(3);
  });

  it('measure as the colour science does: black on white is 21 to 1', () => {
    tokens.set('test-black', { light: [0, 0, 0], dark: [0, 0, 0] });
    tokens.set('test-white', { light: [1, 0, 0], dark: [1, 0, 0] });

    expect(contrast('test-black', 'test-white', 'light')).toBeCloseTo(21, 1);
  });
});
