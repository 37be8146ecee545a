// @pure
import { expect, it } from 'vitest';
import { lapnetCode } from './lapnet';

/** BCEL's code, as published. */
const PRINTED =
  '00020101021138670016A00526628466257701082771041802030010324CCHRJZRJZWUDWNQVHEXUHNOQ53034185802LA63049B5F';

it('is the printed code where no amount is typed', () => {
  expect(lapnetCode(PRINTED, undefined)).toBe(PRINTED);
  expect(lapnetCode(PRINTED, 0)).toBe(PRINTED);
});

it('carries the amount in whole kip, as a code for one payment, with a checksum of its own', () => {
  expect(lapnetCode(PRINTED, 25_000_000)).toBe(
    '00020101021238670016A00526628466257701082771041802030010324CCHRJZRJZWUDWNQVHEXUHNOQ530341854062500005802LA63045DDB',
  );
});

it('has one amount, whatever was there before', () => {
  const first = lapnetCode(PRINTED, 25_000_000);

  expect(lapnetCode(first, 50)).toContain('54030.5');
  expect(lapnetCode(lapnetCode(first, 50), 25_000_000)).toBe(first);
});

it('is left alone where it is none', () => {
  expect(lapnetCode('no code', 25_000_000)).toBe('no code');
});
