import { expect, it } from 'vitest';
import { loadCashierWords, say, speak, startWords } from '.';

it.each(['th', 'lo', 'en'] as const)(
  'a sentence of the console isolates a right-to-left name, in %s',
  async (locale) => {
    await startWords('th');
    await loadCashierWords();
    await speak(locale);

    const plain = say('cash.pairs.by', { name: 'SOMCHAI' });
    expect(say('cash.pairs.by', { name: '\u202eSOMCHAI' })).toBe(plain);
    expect(say('cash.pairs.by', { name: 'محمد' })).toBe(plain.replace('SOMCHAI', '\u2068محمد\u2069'));
  },
);
