import { describe, expect, it } from 'vitest';
import type { Slot } from '@/data/api/types';
import { sectionsOf, unitsOf } from '../units';
import { transferPlaces, highestAmount, findProblem } from './transfer-rules';
import { exampleOf } from './transfer-failure';

const wallet = { code: 'WALLET', available: 823_050, step: 1 };
const fine = { code: 'pg', available: 50_000, step: 1 };
const whole = { code: 'slotracha', available: 0, step: 100 };

describe('a transfer', () => {
  // spec 5.28, 5.29, 5.30
  it.each([
    [undefined, fine, 500, 'accounts'],
    [wallet, undefined, 500, 'accounts'],
    [fine, fine, 500, 'same'],
    [wallet, fine, undefined, 'low'],
    [wallet, fine, 99, 'low'],
    [wallet, fine, 100, undefined],
    [wallet, whole, 10_050, 'step'],
    [whole, wallet, 10_050, 'missing'],
    [wallet, fine, 823_050, undefined],
    [wallet, fine, 823_051, 'missing'],
  ] as const)('a transfer from %j to %j of %j satang is %s', (from, to, amount, problem) => {
    expect(findProblem({ from, to, amount })).toBe(problem);
  });

  it('only the server checks the amount while the balance is unknown', () => {
    expect(findProblem({ from: { ...wallet, available: undefined }, to: fine, amount: 500 })).toBeUndefined();
    expect(highestAmount({ from: { ...wallet, available: undefined }, to: fine })).toBeUndefined();
  });

  it('a transfer of everything leaves what the destination does not accept', () => {
    expect(highestAmount({ from: wallet, to: fine })).toBe(823_050);
    expect(highestAmount({ from: wallet, to: whole })).toBe(823_000);
    expect(highestAmount({ from: wallet, to: undefined })).toBe(823_050);
  });

  it('an amount that is a whole number of units is the example', () => {
    expect(exampleOf(100)).toBe(10_000);
    expect(exampleOf(30_000)).toBe(30_000);
  });

  it('source and destination are the wallet and the games with an account', () => {
    const slots = [
      { code: 'pg', isActive: true, amount: 10.5, step: 0.01 },
      { code: 'imi', isActive: false, amount: 0, step: 0.01 },
    ] as Slot[];

    expect(transferPlaces({ amount: 1, currency: 'BAHT', asOf: '' }, slots)).toEqual([
      { code: 'WALLET', available: 100, step: 1 },
      { code: 'pg', available: 1050, step: 1 },
    ]);
  });
});

describe('a game on home', () => {
  it('a game’s units are counted to the hundredth', () => {
    expect(unitsOf({ amount: 0.29, ftWalletSlot: 10 })).toBe(2.9);
    expect(unitsOf({ amount: 12.5, ftWalletSlot: 1000 })).toBe(12_500);
    expect(unitsOf({ amount: 100, ftWalletSlot: 0.1 })).toBe(10);
  });

  // spec 1.8, 2.40, 2.41
  it('games are listed under their kind, and a kind without games has no section', () => {
    const slots = [
      { code: 'huayhd', category: 'lotto' },
      { code: 'pg', category: 'slot' },
      { code: 'imi', category: 'slot' },
    ] as Slot[];
    const ufabet = { code: 'ufabet', category: 'sport' } as Slot;

    expect(sectionsOf(slots).map(({ category, slots: of }) => [category, of.length])).toEqual([
      ['slot', 2],
      ['lotto', 1],
    ]);
    expect(sectionsOf([...slots, ufabet]).map(({ category }) => category)).toEqual([
      'slot',
      'sport',
      'lotto',
    ]);
  });
});
