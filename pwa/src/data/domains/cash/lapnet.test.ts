// @pure
import { expect, it } from 'vitest';
import { lapnetCode } from './lapnet';

/** BCEL's code, as published. */
const PRINTED =
  '00020101021138670016A00526628466257701082771041802030010324CCHRJZRJZWUDWNQVHEXUHNOQ53034185802LA63049B5F';

it('the LAPNet code without an amount is the printed code', () => {
  expect(lapnetCode(PRINTED, undefined)).toBe(PRINTED);
  expect(lapnetCode(PRINTED, 0)).toBe(PRINTED);
});

it('the LAPNet code contains the amount in whole kip, is for one payment, and has a new checksum', () => {
  expect(lapnetCode(PRINTED, 25_000_000)).toBe(
    '00020101021238670016A00526628466257701082771041802030010324CCHRJZRJZWUDWNQVHEXUHNOQ530341854062500005802LA63045DDB',
  );
});

it('the LAPNet code replaces an earlier amount', () => {
  const first = lapnetCode(PRINTED, 25_000_000);

  expect(lapnetCode(first, 50)).toContain('54030.5');
  expect(lapnetCode(lapnetCode(first, 50), 25_000_000)).toBe(first);
});

it('an unreadable LAPNet code is unchanged', () => {
  expect(lapnetCode('no code', 25_000_000)).toBe('no code');
});
