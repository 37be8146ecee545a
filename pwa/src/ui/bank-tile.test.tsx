import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { computeContrast, type Oklch } from '../../test/colour';
import { bankMarks, findBankMark, layOutLetters } from './bank-marks';
import { BankMark } from './bank-tile';

const SEED = join(import.meta.dirname, '../../../sql/seed/10_base.sql');

/** The banks that a new installation offers. */
const [, rows] = /insert into bank[^]*?values([^]*?)on conflict/.exec(readFileSync(SEED, 'utf8'))!;
const seeded = [...rows!.matchAll(/\('(\w+)',/g)].map(([, code]) => code!);
const drawn = Object.entries(bankMarks);

const colour = (text: string) => text.split(' ').map(Number) as Oklch;
const pictureOf = (code: string) => {
  const { container } = render(<BankMark code={code} />);
  const picture = container.querySelector('svg')!.innerHTML;
  cleanup();
  return picture;
};

afterEach(cleanup);

describe('the picture of a bank', () => {
  // spec 9.48
  it.each(['KBANK', 'KTB', 'BCEL', 'TRUEWALLET'])('%s has its own picture', (code) => {
    expect(bankMarks[code]).toBeDefined();
    expect(pictureOf(code)).not.toBe(pictureOf('NOBODY'));
  });

  it('every bank for a registration has a picture', () => {
    expect(seeded.length).toBeGreaterThan(10);

    expect(seeded.filter((code) => !Object.hasOwn(bankMarks, code))).toEqual([]);
  });

  it('no two banks share a picture', () => {
    expect(new Set(drawn.map(([code]) => pictureOf(code))).size).toBe(drawn.length);
    // Banks must differ in more than their letters.
    expect(new Set(drawn.map(([, { ground, shape }]) => ground + shape)).size).toBe(drawn.length);
  });

  it.each(drawn)(
    'the letters of %s have enough contrast: 4.5 to 1, or 3 to 1 for a mark without letters',
    (_, { ground, accent, letters }) => {
      expect(computeContrast([1, 0, 0], colour(ground))).toBeGreaterThanOrEqual(letters ? 4.5 : 3);
      expect(computeContrast(colour(accent), colour(ground))).toBeGreaterThan(1.5);
    },
  );

  it.each(drawn)('the letters of %s are complete, inside the field and above the shape', (_, { letters }) => {
    const { strokes, x, y, scale } = layOutLetters(letters);

    expect(strokes).toHaveLength(letters.length);
    expect(x).toBeGreaterThanOrEqual(6);
    expect(y).toBeGreaterThan(6);
    expect(y + 14 * scale).toBeLessThan(32);
  });

  it('an unknown bank has the first letters of its code', () => {
    expect(findBankMark('NEWBANK').letters).toBe('NEWB');
    expect(findBankMark('constructor').letters).toBe('cons');
  });
});
