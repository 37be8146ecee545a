import { expect, it } from 'vitest';
import { loadCashierTexts, t, changeLanguage, startTexts } from '.';

it.each(['th', 'lo', 'en'] as const)(
  'a sentence of the console isolates a right-to-left name, in %s',
  async (locale) => {
    await startTexts('th');
    await loadCashierTexts();
    await changeLanguage(locale);

    const plain = t('cash.pairs.by', { name: 'SOMCHAI' });
    expect(t('cash.pairs.by', { name: '\u202eSOMCHAI' })).toBe(plain);
    expect(t('cash.pairs.by', { name: 'محمد' })).toBe(plain.replace('SOMCHAI', '\u2068محمد\u2069'));
  },
);
