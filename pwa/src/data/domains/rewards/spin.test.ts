import { describe, expect, it } from 'vitest';
import type { Coupon } from '../../api/types';
import { groupCoupons } from './spin';

const NOW = Date.parse('2026-11-23T00:00:00Z');

function coupon(code: string, expiresAt: string, claimedAt: string | null = null): Coupon {
  const prize = { code } as Coupon['prize'];
  return {
    _id: code + expiresAt,
    prize,
    amount: 5,
    currency: 'BAHT',
    createdAt: '',
    expiresAt,
    claimedAt,
    version: 1,
  };
}

describe('coupons', () => {
  it('coupons are grouped by prize and counted, first to expire first', () => {
    const groups = groupCoupons(
      [
        coupon('A', '2026-12-03T00:00:00Z'),
        coupon('B', '2026-12-01T00:00:00Z'),
        coupon('A', '2026-11-30T00:00:00Z'),
      ],
      NOW,
    );

    expect(groups.map(({ prize, count, expiresAt }) => [prize.code, count, expiresAt])).toEqual([
      ['A', 2, '2026-11-30T00:00:00Z'],
      ['B', 1, '2026-12-01T00:00:00Z'],
    ]);
  });

  it('claimed and expired coupons are not offered', () => {
    const gone = [
      coupon('A', '2026-12-01T00:00:00Z', '2026-11-22T00:00:00Z'),
      coupon('B', '2026-11-23T00:00:00Z'),
    ];

    expect(groupCoupons(gone, NOW)).toEqual([]);
  });
});
