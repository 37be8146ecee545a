// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Side = 'light' | 'dark';
type Oklch = [lightness: number, chroma: number, hue: number];

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const colour = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`;
const row = new RegExp(String.raw`--([\w-]+): light-dark\(${colour}, ${colour}\);`, 'g');

const tokens = new Map(
  [...css.matchAll(row)].map(([, name, ...numbers]) => {
    const [a, b, c, d, e, f] = numbers.map(Number) as [number, number, number, number, number, number];
    return [name!, { light: [a, b, c] as Oklch, dark: [d, e, f] as Oklch }];
  }),
);

/** WCAG relative luminance, by way of OKLab and linear sRGB. */
function luminance([lightness, chroma, hue]: Oklch): number {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  const clamp = (part: number) => Math.min(1, Math.max(0, part));
  return 0.2126 * clamp(red) + 0.7152 * clamp(green) + 0.0722 * clamp(blue);
}

function contrast(text: string, ground: string, side: Side): number {
  const [a, b] = [tokens.get(text)!, tokens.get(ground)!].map((token) => luminance(token[side]) + 0.05) as [
    number,
    number,
  ];
  return Math.max(a, b) / Math.min(a, b);
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

/** Borders and discs that carry no words. */
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
