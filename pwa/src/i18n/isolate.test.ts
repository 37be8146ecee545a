import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { showLocale, startI18n } from '.';

describe('the sentences of the app', () => {
  beforeAll(() => startI18n('th'));

  it.each(['th', 'lo', 'en'] as const)(
    'an amount after a hostile name is unchanged in %s',
    async (locale) => {
      await showLocale(locale);
      i18next.addResource(locale, 'ui', 'isolateTest', '{{name}} 500.00 {{name}}');

      const said = i18next.t('isolateTest' as never, { ns: 'ui', name: '<b>\u202eIAHCMOS' } as never);

      expect(said).toBe('<b>IAHCMOS 500.00 <b>IAHCMOS');
      expect(i18next.t('isolateTest' as never, { ns: 'ui', name: 'محمد' } as never)).toBe(
        '\u2068محمد\u2069 500.00 \u2068محمد\u2069',
      );
    },
  );
});
