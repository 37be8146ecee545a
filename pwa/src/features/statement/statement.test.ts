// @pure
import { CircleHelp } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import type { StatementLine } from '@/data/api/types';
import { groupByDay } from './days';
import { findDescription, isAnnounced, findAppearance, formatSignedAmount } from './appearance';

const buildLine = (more: Partial<StatementLine>): StatementLine => ({
  _id: '1',
  statementType: 'deposit',
  status: 'SUCCESS',
  from: 'KTB xxx4821',
  to: 'WALLET',
  fromPlace: { kind: 'bank', code: 'KTB', tail: '4821' },
  toPlace: { kind: 'wallet' },
  amount: 1000,
  currency: 'BAHT',
  createdAt: '2026-11-21T06:48:00Z',
  version: 1,
  canCancel: false,
  ...more,
});

describe('a statement line', () => {
  // spec 9.46
  it.each([
    ['deposit', '+1,000.00'],
    ['bonus', '+1,000.00'],
    ['withdraw', '\u22121,000.00'],
    ['transfer', '1,000.00'],
    ['finish_bonus', '1,000.00'],
  ] as const)('a line of type %s has the amount %s', (statementType, text) => {
    expect(formatSignedAmount(buildLine({ statementType }))).toBe(text);
  });

  it('a failed line has no sign, since nothing moved', () => {
    expect(formatSignedAmount(buildLine({ status: 'FAILED' }))).toBe('1,000.00');
  });

  it('a pending deposit has no plus, and an announced transfer is shown as expected', () => {
    expect(formatSignedAmount(buildLine({ status: 'PENDING' }))).toBe('1,000.00');
    expect(isAnnounced(buildLine({ status: 'PENDING', fromPlace: { kind: 'bank', code: 'KTB' } }))).toBe(
      true,
    );
    expect(isAnnounced(buildLine({ status: 'PENDING', fromPlace: { kind: 'gift' } }))).toBe(false);
    expect(isAnnounced(buildLine({ fromPlace: { kind: 'bank', code: 'KTB' } }))).toBe(false);
  });

  // spec 8.36
  it.each(['cashback', 'toString'])('a line of an unknown type (%s) has the question mark', (type) => {
    expect(findAppearance(type)).toMatchObject({ label: 'unknown', icon: CircleHelp });
  });

  it('a line with a bonus, invite, refund or draw has its description', () => {
    expect(findDescription(buildLine({ refund: { description: 'Monday' } }))).toBe('Monday');
    expect(findDescription(buildLine({}))).toBeUndefined();
  });
});

describe('the days of a statement', () => {
  it('the days of a statement are Bangkok’s, in the order of the lines', () => {
    const times = ['2026-11-21T06:00:00Z', '2026-11-20T17:00:00Z', '2026-11-20T16:59:59Z'];

    const days = groupByDay(times.map((createdAt) => buildLine({ createdAt })));

    expect(days.map(({ day, lines }) => [day, lines.length])).toEqual([
      ['2026-11-21', 2],
      ['2026-11-20', 1],
    ]);
  });
});
