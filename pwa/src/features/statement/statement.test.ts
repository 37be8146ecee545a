// @pure
import { CircleHelp } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import type { Statement } from '@/data/api/types';
import { byDay } from './days';
import { descriptionOf, isAnnounced, appearanceOf, signedAmount } from './appearance';

const line = (more: Partial<Statement>): Statement => ({
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
  ] as const)('a line of %s is titled %s', (statementType, text) => {
    expect(signedAmount(line({ statementType }))).toBe(text);
  });

  it('a failed line has no sign, since nothing moved', () => {
    expect(signedAmount(line({ status: 'FAILED' }))).toBe('1,000.00');
  });

  it('a pending deposit has no plus, and an announced transfer is shown as expected', () => {
    expect(signedAmount(line({ status: 'PENDING' }))).toBe('1,000.00');
    expect(isAnnounced(line({ status: 'PENDING', fromPlace: { kind: 'bank', code: 'KTB' } }))).toBe(true);
    expect(isAnnounced(line({ status: 'PENDING', fromPlace: { kind: 'gift' } }))).toBe(false);
    expect(isAnnounced(line({ fromPlace: { kind: 'bank', code: 'KTB' } }))).toBe(false);
  });

  // spec 8.36
  it.each(['cashback', 'toString'])('a line of an unknown type (%s) has the question mark', (type) => {
    expect(appearanceOf(type)).toMatchObject({ label: 'unknown', icon: CircleHelp });
  });

  it('a line names its subject if it has a link', () => {
    expect(descriptionOf(line({ refund: { description: 'Monday' } }))).toBe('Monday');
    expect(descriptionOf(line({}))).toBeUndefined();
  });
});

describe('the days of a statement', () => {
  it('the days are Bangkok’s, in the order of the lines', () => {
    const times = ['2026-11-21T06:00:00Z', '2026-11-20T17:00:00Z', '2026-11-20T16:59:59Z'];

    const days = byDay(times.map((createdAt) => line({ createdAt })));

    expect(days.map(({ day, lines }) => [day, lines.length])).toEqual([
      ['2026-11-21', 2],
      ['2026-11-20', 1],
    ]);
  });
});
