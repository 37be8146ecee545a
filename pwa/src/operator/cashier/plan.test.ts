// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { accept, mayRefuse, refuse, type Draft } from './plan';
import { waitingOf, type FoundMember, type Kind, type Waiting } from './wire';

const item = (kind: Kind, some: Partial<Waiting> = {}): Waiting => ({
  key: `${kind}:7`,
  kind,
  id: '7',
  since: '2026-11-21T07:00:00Z',
  satang: 10_050,
  currency: 'BAHT',
  reason: '',
  also: [],
  reference: '',
  note: '',
  ...some,
});
const member = { _id: '8K2M4' } as FoundMember;

describe('a yes', () => {
  it.each<[Waiting, Draft, unknown]>([
    [item('SLIP'), {}, { path: '/slips/7/settle', body: {} }],
    [item('SLIP', { satang: null }), {}, 'amount'],
    [item('SLIP', { satang: null }), { satang: 30 }, { path: '/slips/7/settle', body: { amount: 0.3 } }],
    [item('UNMATCHED'), {}, 'member'],
    [item('UNMATCHED'), { member }, { path: '/unmatched/7/credit', body: { memberId: '8K2M4' } }],
    [item('WITHDRAWAL'), {}, { path: '/withdrawals/7/approve' }],
    [item('PAYOUT'), {}, { path: '/payouts/7/settle' }],
    [item('GIFT'), {}, { path: '/gifts/7/settle', body: { amount: 100.5 } }],
    [item('GIFT'), { satang: 9_999 }, { path: '/gifts/7/settle', body: { amount: 99.99 } }],
    [item('GIFT'), { satang: 0 }, 'amount'],
    [item('QR'), {}, { path: '/qr/7/settle', body: {} }],
    [item('QR', { satang: null, reason: 'REVIEW' }), {}, 'amount'],
    [item('QR', { satang: null, reason: 'REFUNDED_CREDITED' }), {}, { path: '/qr/7/settle', body: {} }],
    [item('DIFFERENCE'), {}, 'proposal'],
    [item('RETURN'), { reference: '  ' }, 'reference'],
    [item('RETURN'), { reference: ' TR1 ' }, { path: '/returns/7/returned', body: { reference: 'TR1' } }],
  ])('to %o with %o is %o', (waiting, draft, move) => {
    expect(accept(waiting, draft)).toEqual(move);
  });
});

describe('a no', () => {
  it.each<[Kind, Draft, unknown]>([
    ['SLIP', {}, 'note'],
    ['SLIP', { note: 'NOT_MATCH' }, { path: '/slips/7/reject', body: { note: 'NOT_MATCH' } }],
    ['WITHDRAWAL', { note: ' ' }, 'note'],
    ['WITHDRAWAL', { note: 'odd' }, { path: '/withdrawals/7/reject', body: { note: 'odd' } }],
    ['UNMATCHED', {}, { path: '/unmatched/7/return' }],
    ['PAYOUT', {}, { path: '/payouts/7/fail' }],
    ['GIFT', {}, { path: '/gifts/7/fail' }],
    ['QR', {}, { path: '/qr/7/drop' }],
    ['DIFFERENCE', {}, 'note'],
    [
      'DIFFERENCE',
      { note: ' paid by hand ' },
      { path: '/differences/7/close', body: { note: 'paid by hand' } },
    ],
    ['RETURN', {}, null],
  ])('to %s with %o is %o', (kind, draft, move) => {
    expect(refuse(item(kind), draft)).toEqual(move);
  });

  it('is not offered for what was credited before it was refunded', () => {
    expect([
      refuse(item('QR', { reason: 'REFUNDED_CREDITED' }), {}),
      mayRefuse(item('QR', { reason: 'REFUNDED' })),
    ]).toEqual([null, true]);
  });
});

describe('an amount from the wire', () => {
  const told = { kind: 'QR', id: '7', since: '', currency: 'BAHT', reason: '', reference: '' } as const;

  it('is whole satang from there on, and stays unknown where nobody told it', () => {
    expect([
      waitingOf({ ...told, amount: 1_234.56 }).satang,
      waitingOf({ ...told, amount: 0.29 }).satang,
      waitingOf({ ...told, amount: null }).satang,
    ]).toEqual([123_456, 29, null]);
  });
});
