// @pure
import { describe, expect, it } from 'vitest';
import { isolate } from './isolate';

describe('a value in a sentence', () => {
  it.each(['\u202e', '\u202d', '\u2066', '\u2067', '\u2068', '\u2069', '\u200e', '\u200f', '\u061c'])(
    'the direction character %j is removed',
    (character) => {
      expect(isolate(`SOMCHAI${character} 500`)).toBe('SOMCHAI 500');
    },
  );

  it('right-to-left text is isolated, so that figures after it keep their places', () => {
    expect(['محمد', 'דוד 5', '\u202eمحمد'].map(isolate)).toEqual([
      '\u2068محمد\u2069',
      '\u2068דוד 5\u2069',
      '\u2068محمد\u2069',
    ]);
  });

  it('isolates in a value are balanced, so that none affects the text after it', () => {
    expect(isolate('a\u2069\u2068b')).toBe('ab');
    expect(isolate(`${isolate('محمد')} (M1)`)).toBe('\u2068\u2068محمد\u2069 (M1)\u2069');
  });

  it('HTML characters, joiners and numbers are kept', () => {
    expect(['<b>&"', 'สมชาย', '👨\u200d👩', 500].map(isolate)).toEqual([
      '<b>&"',
      'สมชาย',
      '👨\u200d👩',
      '500',
    ]);
  });
});
