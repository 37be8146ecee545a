import { describe, expect, it } from 'vitest';
import type { Slot } from '@/data/api/types';
import { groupByCategory, computeUnits } from '../units';
import { listTransferPlaces, highestAmountOf, findProblem } from './transfer-rules';
import { exampleOf } from './transfer-failure';

const wallet = { code: 'WALLET', available: 823_050, step: 1 };
const game = { code: 'pg', available: 50_000, step: 1 };
const wholeBahtGame = { code: 'slotracha', available: 0, step: 100 };

describe('a transfer', () => {
  // spec 5.28, 5.29, 5.30
  it.each([
    [undefined, game, 500, 'accounts'],
    [wallet, undefined, 500, 'accounts'],
    [game, game, 500, 'same'],
    [wallet, game, undefined, 'low'],
    [wallet, game, 99, 'low'],
    [wallet, game, 100, undefined],
    [wallet, wholeBahtGame, 10_050, 'step'],
    [wholeBahtGame, wallet, 10_050, 'missing'],
    [wallet, game, 823_050, undefined],
    [wallet, game, 823_051, 'missing'],
  ] as const)('a transfer from %j to %j of %j satang has the problem: %s', (from, to, amount, problem) => {
    expect(findProblem({ from, to, amount })).toBe(problem);
  });

  it('an amount is not compared with the balance of the source while that balance is unknown', () => {
    expect(findProblem({ from: { ...wallet, available: undefined }, to: game, amount: 500 })).toBeUndefined();
    expect(highestAmountOf({ from: { ...wallet, available: undefined }, to: game })).toBeUndefined();
  });

  it('the highest amount is rounded down to the step of the destination', () => {
    expect(highestAmountOf({ from: wallet, to: game })).toBe(823_050);
    expect(highestAmountOf({ from: wallet, to: wholeBahtGame })).toBe(823_000);
    expect(highestAmountOf({ from: wallet, to: undefined })).toBe(823_050);
  });

  it('the example for a step is its first multiple from 100 baht', () => {
    expect(exampleOf(100)).toBe(10_000);
    expect(exampleOf(30_000)).toBe(30_000);
  });

  it('source and destination are the wallet and the games with an account', () => {
    const slots = [
      { code: 'pg', isActive: true, amount: 10.5, step: 0.01 },
      { code: 'imi', isActive: false, amount: 0, step: 0.01 },
    ] as Slot[];

    expect(listTransferPlaces({ amount: 1, currency: 'BAHT', asOf: '' }, slots)).toEqual([
      { code: 'WALLET', available: 100, step: 1 },
      { code: 'pg', available: 1050, step: 1 },
    ]);
  });
});

describe('a game on home', () => {
  it('a game’s units are counted to the hundredth', () => {
    expect(computeUnits({ amount: 0.29, ftWalletSlot: 10 })).toBe(2.9);
    expect(computeUnits({ amount: 12.5, ftWalletSlot: 1000 })).toBe(12_500);
    expect(computeUnits({ amount: 100, ftWalletSlot: 0.1 })).toBe(10);
  });

  // spec 1.8, 2.40, 2.41
  it('games are listed by category, and a category without games has no section', () => {
    const slots = [
      { code: 'huayhd', category: 'lotto' },
      { code: 'pg', category: 'slot' },
      { code: 'imi', category: 'slot' },
    ] as Slot[];
    const ufabet = { code: 'ufabet', category: 'sport' } as Slot;

    expect(groupByCategory(slots).map(({ category, slots: games }) => [category, games.length])).toEqual([
      ['slot', 2],
      ['lotto', 1],
    ]);
    expect(groupByCategory([...slots, ufabet]).map(({ category }) => category)).toEqual([
      'slot',
      'sport',
      'lotto',
    ]);
  });
});
