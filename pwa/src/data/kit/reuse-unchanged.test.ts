// @pure
import { expect, it } from 'vitest';
import { reuseUnchanged } from './reuse-unchanged';

const before = { wallet: { amount: 7 }, slots: [{ code: 'pg' }, { code: 'imi' }] };

it('reuseUnchanged returns the earlier object if nothing has changed', () => {
  expect(reuseUnchanged(before, structuredClone(before))).toBe(before);
});

it('reuseUnchanged returns the earlier unchanged parts and the new changed ones', () => {
  const next = { wallet: { amount: 8 }, slots: [{ code: 'pg' }, { code: 'imi', closed: true }] };

  const kept = reuseUnchanged(before, next);

  expect(kept).toEqual(next);
  expect(kept.slots[0]).toBe(before.slots[0]);
  expect(kept).not.toBe(before);
});

it.each<[string, unknown, unknown]>([
  ['a missing key', { a: 1, b: 2 }, { a: 1 }],
  ['a new key with the value undefined', { a: 1 }, { a: 1, b: undefined }],
  ['another key', { a: undefined }, { b: undefined }],
  ['a shorter list', [1, 2], [1]],
  ['a longer list', [1], [1, 2]],
  ['another order', [1, 2], [2, 1]],
  ['a list instead of an object', {}, []],
  ['undefined instead of an object', { a: 1 }, undefined],
  ['null instead of an object', { a: 1 }, null],
  ['a byte array with other bytes', { a: new Uint8Array([1]) }, { a: new Uint8Array([2]) }],
])('reuseUnchanged returns the new value if it differs: %s', (_, old, next) => {
  expect(reuseUnchanged(old, next)).toEqual(next);
  expect(reuseUnchanged(old, next)).not.toBe(old);
});
