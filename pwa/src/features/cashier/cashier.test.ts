// @pure
import { describe, expect, it } from 'vitest';
import type { DepositBank, Slip } from '@/data/api/types';
import type { OutboxItem } from '@/data/engine/outbox/use-queue';
import { bankMarks } from '@/ui/bank-marks';
import { groupEntries } from './deposit-draft';
import { slipProgressOf } from './slip-progress';

const buildBank = (bankCode: string, more: Partial<DepositBank> = {}): DepositBank => ({
  bankCode,
  bank: { nameTH: bankCode, nameEN: bankCode, nameLO: bankCode },
  bankType: 'bank',
  mode: 'AUTO',
  bankAccountName: 'KRAPAO',
  bankAccountNo: '0483921567',
  currency: 'BAHT',
  ...more,
});

describe('the deposit methods', () => {
  const codesOf = (banks: DepositBank[], isManual = false) => {
    const { bank: accounts, qr } = groupEntries({ banks, isManual });
    return { accounts: accounts.map((entry) => entry.bankCode), qr: qr.map((entry) => entry.bankCode) };
  };

  // spec 2.54, 2.56, 2.57a, 2.57d, 2.57e
  it('only the accounts of supported banks are shown', () => {
    const every = Object.keys(bankMarks);
    expect(every.length).toBeGreaterThan(10);

    const { accounts, qr } = codesOf(every.map((code) => buildBank(code)));

    expect(accounts.toSorted()).toEqual(['BCEL', 'GSB', 'KBANK', 'SCB']);
    expect(qr).toEqual([]);
  });

  // spec 2.55a
  it('a payment gateway is in the QR section, whatever its bank', () => {
    expect(codesOf([buildBank('SCB', { bankType: 'PAYMENT' })])).toEqual({ accounts: [], qr: ['SCB'] });
  });

  // spec 2.57b, 2.57c
  it.each([
    ['AUTO', { accounts: ['KBANK'], qr: [] }],
    ['SMS', { accounts: [], qr: ['KBANK'] }],
  ] as const)('KBANK in %s mode is shown in the section of its payment method', (mode, sections) => {
    expect(codesOf([buildBank('KBANK', { mode })])).toEqual(sections);
  });

  // spec 2.56
  it('SCB in SMS mode is shown as an account too', () => {
    expect(codesOf([buildBank('SCB', { mode: 'SMS' })]).accounts).toEqual(['SCB']);
  });

  // spec 2.58
  it('in manual mode every account is shown as plain details', () => {
    const banks = [
      buildBank('KTB'),
      buildBank('KBANK', { mode: 'SMS' }),
      buildBank('SCB', { bankType: 'PAYMENT' }),
    ];

    expect(codesOf(banks, true)).toEqual({ accounts: ['KTB', 'KBANK', 'SCB'], qr: [] });
  });
});

describe('the progress of a slip', () => {
  const buildItem = (more: object): OutboxItem => ({
    seq: 1,
    sha256: '',
    id: 'a',
    lane: 'slip',
    kind: 'slip',
    state: 'queued',
    createdAt: 0,
    capturedAt: 0,
    tries: 0,
    size: 1,
    mime: 'image/png',
    ...more,
  });
  const buildSlip = (more: Partial<Slip>): Slip => ({
    clientId: 'a',
    createdAt: '2026-11-21T00:00:00Z',
    amount: null,
    status: 'PENDING',
    currency: 'BAHT',
    review: false,
    link: '',
    reference: 'r',
    version: 1,
    ...more,
  });

  it.each<[string, Partial<OutboxItem>, boolean, object]>([
    ['while offline', {}, true, { at: 'kept', reason: 'signal' }],
    ['before its turn', {}, false, { at: 'kept', reason: 'turn' }],
    [
      'in closed hours',
      { state: 'waiting', lastError: { code: 'SLIP_UPLOAD_FAIL', status: 503 } },
      false,
      { at: 'kept', reason: 'closed' },
    ],
    ['without a session', { state: 'needs_login' }, false, { at: 'kept', reason: 'login' }],
    ['when the member must decide', { state: 'needs_user' }, false, { at: 'kept', reason: 'member' }],
    ['while it is sent', { state: 'sending', progress: 45 }, false, { at: 'sending', percent: 45 }],
  ])('a slip is "kept" or "sending" while it is in the queue: %s', (_, more, offline, progress) => {
    expect(slipProgressOf(buildItem(more), undefined, offline)).toEqual(progress);
  });

  it('a slip in the queue is never shown as checked or credited', () => {
    expect(slipProgressOf(buildItem({}), buildSlip({ status: 'SUCCESS' }), true)).toEqual({
      at: 'kept',
      reason: 'signal',
    });
  });

  it('a slip in neither the queue nor the server’s list is lost, and not shown as being checked', () => {
    expect(slipProgressOf(undefined, undefined, false, true)).toEqual({ at: 'lost' });
    expect(slipProgressOf(undefined, buildSlip({ status: 'PENDING' }), false, true)).toEqual({
      at: 'checking',
    });
    expect(slipProgressOf(buildItem({}), undefined, true, true)).toEqual({ at: 'kept', reason: 'signal' });
  });

  // spec 4.22a
  it('a slip that was sent is being checked', () => {
    expect(slipProgressOf(undefined, undefined, false)).toEqual({ at: 'checking' });
    expect(slipProgressOf(undefined, buildSlip({}), false)).toEqual({ at: 'checking' });
  });

  it('a slip in review is with a cashier', () => {
    expect(slipProgressOf(undefined, buildSlip({ review: true }), false)).toEqual({ at: 'review' });
  });

  // spec 4.22b, 4.22c
  it('a slip ends as credited with its amount, or failed with its note', () => {
    expect(slipProgressOf(undefined, buildSlip({ status: 'SUCCESS', amount: 1000 }), false)).toEqual({
      at: 'credited',
      amount: 1000,
    });
    expect(slipProgressOf(undefined, buildSlip({ status: 'FAILED', note: 'NOT_MATCH' }), false)).toEqual({
      at: 'failed',
      note: 'NOT_MATCH',
    });
  });

  it('a failed slip shows a reason even if the server sent none', () => {
    expect(slipProgressOf(undefined, buildSlip({ status: 'FAILED' }), false)).toEqual({
      at: 'failed',
      note: 'UNKNOW_ERROR',
    });
  });
});
