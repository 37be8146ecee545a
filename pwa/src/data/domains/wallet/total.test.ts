// @pure
import { describe, expect, it } from 'vitest';
import type { Slot } from '../../api/types';
import { gamesTotal, totalOf } from './total';

const wallet = { amount: 0.1, asOf: '2026-11-21T00:00:00Z', currency: 'BAHT' };
const slot = (amount: number, isActive = true) => ({ amount, isActive }) as Slot;

describe('the total balance', () => {
  // spec 2.36
  it('the total is the wallet plus all game accounts, to the satang', () => {
    expect(totalOf({ wallet, slots: [slot(0.1), slot(0.1)] })).toBe(0.3);
  });

  it('the total is the wallet alone if there are no games', () => {
    expect(totalOf({ wallet })).toBe(0.1);
  });

  it('the total is unknown until the wallet is known', () => {
    expect(totalOf({ slots: [slot(5)] })).toBeUndefined();
  });

  it('the total excludes a game without an open account', () => {
    expect(gamesTotal([slot(5), slot(7, false)])).toBe(5);
  });
});
