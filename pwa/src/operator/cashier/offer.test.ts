// @pure
import { describe, expect, it } from 'vitest';
import { findActionAmount, findMissingField, buildRequest, type Draft } from './offer';
import { parseItem, type Field, type FoundMember, type Offer, type CashierItem } from './wire';

const item = { key: 'GIFT:7', kind: 'GIFT', id: '7', satang: 10_050 } as CashierItem;
const offer = (...fields: Field[]): Offer => ({ act: 'settle', answer: 'yes', fields });
const draft = (values: Draft['values'] = {}): Draft => ({ values });
const amount: Field = { name: 'amount', type: 'amount', required: true };
const why: Field = { name: 'why', type: 'words', required: true };
const until: Field = { name: 'until', type: 'time' };
const whose: Field = { name: 'memberId', type: 'member', required: true };

describe('an offer', () => {
  it.each<[Offer, Draft, string | undefined]>([
    [offer(), draft(), undefined],
    [offer(amount), draft(), 'amount'],
    [offer(amount), draft({ amount: 0 }), 'amount'],
    [offer({ ...amount, value: '100.50' }), draft(), undefined],
    [offer({ ...amount, value: '100.50' }), draft({ amount: 0 }), 'amount'],
    [offer(whose, why), draft({ why: 'x' }), 'memberId'],
    [offer({ ...whose, value: '8K2M4' }, why), draft({ why: '  ' }), 'why'],
    [offer({ name: 'note', type: 'line' }), draft(), undefined],
    [offer(until), draft(), undefined],
    [offer(until), draft({ until: '21/11/2026 14:30' }), undefined],
    // An unreadable value is never left out: a freeze with an unreadable end would last forever.
    [offer(until), draft({ until: '21/11/2026' }), 'until'],
    [offer(until), draft({ until: '31/02/2026 14:30' }), 'until'],
    [offer({ ...until, value: '2026-11-21T07:30:00Z' }), draft(), undefined],
  ])('the offer %j with the entries %j still needs the field %s', (offered, filled, name) => {
    expect(findMissingField(offered, filled)?.name).toBe(name);
  });

  it('an offer becomes one call with the entered values, or the server’s', () => {
    const member = { _id: '8K2M4' } as FoundMember;
    const path = { kind: 'GIFT', id: '7', act: 'settle' };

    const calls = [
      buildRequest(item, offer(), draft()),
      buildRequest(item, offer({ ...amount, value: '100.50' }), draft()),
      buildRequest(item, offer(amount, why), draft({ amount: 30, why: ' it is theirs ' })),
      buildRequest(item, offer(whose), { values: {}, member }),
      buildRequest(item, offer(until), draft({ until: '21/11/2026 00:00' })),
      buildRequest(item, offer({ ...until, value: '2026-11-21T07:30:00Z' }), draft()),
      buildRequest(item, offer(until), draft({ until: '' })),
    ];

    expect(calls).toEqual([
      { path },
      { path, body: { amount: 100.5 } },
      { path, body: { amount: 0.3, why: 'it is theirs' } },
      { path, body: { memberId: '8K2M4' } },
      { path, body: { until: '2026-11-20T17:00:00.000Z' } },
      { path, body: { until: '2026-11-21T07:30:00.000Z' } },
      { path, body: {} },
    ]);
  });

  it('the entered amount is used if the offer has an amount field, and the item’s amount otherwise', () => {
    expect([
      findActionAmount(item, offer(), draft()),
      findActionAmount(item, offer(amount), draft()),
      findActionAmount(item, offer(amount), draft({ amount: 30 })),
    ]).toEqual([10_050, undefined, 30]);
  });
});

it('an amount from the API becomes whole satang, and a missing amount becomes null', () => {
  const itemWithoutAmount = { kind: 'QR', id: '7', facts: [], verdicts: [], offers: [] } as never;

  expect(
    [0.29, null].map((baht) => parseItem({ ...(itemWithoutAmount as object), amount: baht } as never).satang),
  ).toEqual([29, null]);
});
