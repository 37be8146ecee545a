import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { showLocale, startI18n } from '.';
import { straight } from './straight';

describe('a value in a sentence', () => {
  it.each(['\u202e', '\u202d', '\u2066', '\u2067', '\u2068', '\u200e', '\u200f', '\u061c'])(
    'loses the sign %j, which turns the direction of a line',
    (sign) => {
      expect(straight(`SOMCHAI${sign} 500`)).toBe('SOMCHAI 500');
    },
  );

  it('keeps HTML as text, letters written from the right, joiners and numbers', () => {
    expect(['<b>&"', 'محمد', '👨\u200d👩', 500].map(straight)).toEqual([
      '<b>&"',
      'محمد',
      '👨\u200d👩',
      '500',
    ]);
  });
});

describe('the sentences of the app', () => {
  beforeAll(() => startI18n('th'));

  it.each(['th', 'lo', 'en'] as const)(
    'leave an amount behind a hostile name as it is, in %s',
    async (locale) => {
      await showLocale(locale);
      i18next.addResource(locale, 'ui', 'straightTest', '{{name}} 500.00 {{name}}');

      const said = i18next.t('straightTest' as never, { ns: 'ui', name: '<b>\u202eIAHCMOS' } as never);

      expect(said).toBe('<b>IAHCMOS 500.00 <b>IAHCMOS');
    },
  );
});
