// @pure
import { expect, it } from 'vitest';
import { keepEqual } from './keep-equal';

const before = { wallet: { amount: 7 }, slots: [{ code: 'pg' }, { code: 'imi' }] };

it('keepEqual returns the earlier object if nothing has changed', () => {
  expect(keepEqual(before, structuredClone(before))).toBe(before);
});

it('keepEqual keeps unchanged parts and takes changed ones', () => {
  const next = { wallet: { amount: 8 }, slots: [{ code: 'pg' }, { code: 'imi', closed: true }] };

  const kept = keepEqual(before, next);

  expect(kept).toEqual(next);
  expect(kept.slots[0]).toBe(before.slots[0]);
  expect(kept).not.toBe(before);
});

it.each<[string, unknown, unknown]>([
  ['a part that is gone', { a: 1, b: 2 }, { a: 1 }],
  ['a part that is there now, though without a value', { a: 1 }, { a: 1, b: undefined }],
  ['a part of another name', { a: undefined }, { b: undefined }],
  ['a shorter list', [1, 2], [1]],
  ['a longer list', [1], [1, 2]],
  ['another order', [1, 2], [2, 1]],
  ['a list for an object', {}, []],
  ['nothing', { a: 1 }, undefined],
  ['no value', { a: 1 }, null],
  ['bytes, which may be others', { a: new Uint8Array([1]) }, { a: new Uint8Array([2]) }],
])('keepEqual takes a different value: %s', (_, old, next) => {
  expect(keepEqual(old, next)).toEqual(next);
  expect(keepEqual(old, next)).not.toBe(old);
});
