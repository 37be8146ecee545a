// @pure
import { describe, expect, it } from 'vitest';
import { groupAccount, groupAccountTyping, groupPhone, onlyDigits } from './digits';
import { formatCount, formatMoney, splitMoney } from './money';
import { formatSize } from './size';
import { dayOf, formatClock, formatDate, formatDateTime, formatDay, timeAgo } from './time';

describe('money', () => {
  // spec 9.44
  it.each([
    [0, '0.00'],
    [1234.5, '1,234.50'],
    [200000, '200,000.00'],
    [0.1 + 0.2, '0.30'],
  ])('%d is shown as %s, always with two decimals', (amount, text) => {
    expect(formatMoney(amount)).toBe(text);
  });

  it('an amount is formatted as the browser formats it, at every length and each satang', () => {
    const browserFormat = new Intl.NumberFormat('en-US', {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
    const satang = Array.from({ length: 100 }, (_, n) => n);
    const amounts = [
      0, 9, 99, 999, 1_000, 99_999, 100_000, 999_999, 1_000_000, 12_345_678, 9_999_999_999,
    ].flatMap((baht) => satang.map((n) => (baht * 100 + n) / 100));

    expect(amounts.map(formatMoney)).toEqual(amounts.map((amount) => browserFormat.format(amount)));
  });

  it('a missing amount does not break the screen', () => {
    expect(formatMoney(undefined as never)).toBe('NaN');
  });

  it('a negative amount has a real minus sign, and no line break after it', () => {
    expect(formatMoney(-2500)).toBe('\u22122,500.00');
  });

  it('a zero is never shown as a debt', () => {
    expect(formatMoney(-0.001)).toBe('0.00');
  });

  // spec 9.44
  it('an amount can be split into baht and satang', () => {
    expect(splitMoney(8230.5)).toEqual({ baht: '8,230', satang: '.50' });
  });

  it('coins have no decimals', () => {
    expect(formatCount(1024)).toBe('1,024');
  });
});

describe('phone and account numbers', () => {
  it.each([
    ['0812345678', '081 234 5678'],
    ['081-234-5678', '081 234 5678'],
    ['0812', '081 2'],
    ['', ''],
  ])('a phone number %s is grouped as %s', (typed, shown) => {
    expect(groupPhone(typed)).toBe(shown);
  });

  // spec 2.79, 9.47
  it('an account number of ten digits is grouped as 3-3-rest, any other is unchanged', () => {
    expect(groupAccount('9840144821')).toBe('984-014-4821');
    expect(groupAccount('020123456789')).toBe('020123456789');
    expect(groupAccount('984014482')).toBe('984014482');
  });

  it('an account number is grouped while typing, and not beyond ten digits', () => {
    expect(groupAccountTyping('1184')).toBe('118-4');
    expect(groupAccountTyping('1184672309')).toBe('118-467-2309');
    expect(groupAccountTyping('118-467-23091')).toBe('11846723091');
  });

  it('only digits are sent', () => {
    expect(onlyDigits('081 234-5678')).toBe('0812345678');
  });
});

describe('times', () => {
  const evening = '2026-11-20T18:46:02Z';

  // spec 9.43
  it('a time is shown in Bangkok’s time zone, day first, with the Gregorian year', () => {
    expect(formatDateTime(evening)).toBe('21/11/2026 01:46:02');
    expect(formatDate(evening)).toBe('21/11/2026');
    expect(formatClock(evening)).toBe('01:46');
  });

  it('midnight is shown as 00, not 24', () => {
    expect(formatDateTime('2026-11-20T17:00:00Z')).toBe('21/11/2026 00:00:00');
  });

  it('a time belongs to its day in Bangkok', () => {
    expect(dayOf('2026-11-20T16:59:59Z')).toBe('2026-11-20');
    expect(dayOf('2026-11-20T17:00:00Z')).toBe('2026-11-21');
  });

  it.each([
    ['th', '21 พ.ย.'],
    ['lo', '21 ພ.ຈ.'],
    ['en', '21 Nov'],
  ] as const)('a day’s name in %s comes from our own list', (locale, text) => {
    expect(formatDay(evening, locale, evening)).toBe(text);
  });

  it('the year is shown if it is not the current one', () => {
    expect(formatDay(evening, 'en', '2027-01-05T00:00:00Z')).toBe('21 Nov 2026');
  });
});

describe('the age of a time', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const ago = (seconds: number) => timeAgo(now - seconds * 1000, now);

  // spec 9.45
  it.each([
    [0, 'second', 0],
    [59, 'second', 59],
    [60, 'minute', 1],
    [3599, 'minute', 59],
    [3600, 'hour', 1],
    [86_399, 'hour', 23],
    [86_400, 'day', 1],
    [29 * 86_400, 'day', 29],
    [30 * 86_400, 'month', 1],
    [364 * 86_400, 'month', 12],
    [365 * 86_400, 'year', 1],
  ])('%d seconds are shown in %ss: %d', (seconds, unit, count) => {
    expect(ago(seconds)).toEqual({ unit, count });
  });

  it('an age is never negative, even if the phone’s clock is behind', () => {
    expect(ago(-500)).toEqual({ unit: 'second', count: 0 });
  });
});

describe('sizes', () => {
  it.each([
    [1, '1 KB'],
    [412_000, '412 KB'],
    [1_800_000, '1.8 MB'],
  ])('%d bytes are shown as %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });
});
