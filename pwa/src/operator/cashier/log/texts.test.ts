import { expect, it } from 'vitest';
import { loadCashierWords, say, speak, startWords } from '../../i18n';
import { detailsText } from './texts';

it.each([
  ['th', 'เหตุผล ขอเอง · ถึง 21/11/2026 14:30:00'],
  ['en', 'Why: ขอเอง · until 21/11/2026 14:30:00'],
] as const)('the log shows a time of Bangkok, day first, in %s', async (locale, text) => {
  await startWords('th');
  await loadCashierWords();
  await speak(locale);

  for (const until of ['2026-11-21T07:30:00.000Z', '2026-11-21T14:30:00+07:00'])
    expect(detailsText({ why: 'ขอเอง', until }, say)).toBe(text);
});

it('the log leaves text that only starts like a time unchanged', async () => {
  await startWords('th');
  await loadCashierWords();

  expect(detailsText({ value: '2026-11-21T07:30:00Z and more' }, say)).toBe('2026-11-21T07:30:00Z and more');
});
