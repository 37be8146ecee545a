// @pure
import { describe, expect, it } from 'vitest';
import type { DepositBank, Slip } from '@/data/api/types';
import type { OutboxItem } from '@/data/engine/outbox/use-queue';
import { bankMarks } from '@/ui/bank-marks';
import { depositSections } from './deposit-draft';
import { slipProgress } from './slip-progress';

const bank = (bankCode: string, more: Partial<DepositBank> = {}): DepositBank => ({
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
  const codes = (banks: DepositBank[], isManual = false) => {
    const { bank: accounts, qr } = depositSections({ banks, isManual });
    return { accounts: accounts.map((entry) => entry.bankCode), qr: qr.map((entry) => entry.bankCode) };
  };

  // spec 2.54, 2.56, 2.57a, 2.57d, 2.57e
  it('only the accounts of supported banks are shown', () => {
    const every = Object.keys(bankMarks);
    expect(every.length).toBeGreaterThan(10);

    const { accounts, qr } = codes(every.map((code) => bank(code)));

    expect(accounts.toSorted()).toEqual(['BCEL', 'GSB', 'KBANK', 'SCB']);
    expect(qr).toEqual([]);
  });

  // spec 2.55a
  it('a payment gateway is in the QR section, whatever its bank', () => {
    expect(codes([bank('SCB', { bankType: 'PAYMENT' })])).toEqual({ accounts: [], qr: ['SCB'] });
  });

  // spec 2.57b, 2.57c
  it.each([
    ['AUTO', { accounts: ['KBANK'], qr: [] }],
    ['SMS', { accounts: [], qr: ['KBANK'] }],
  ] as const)('KBANK in %s mode is shown by its payment method', (mode, sections) => {
    expect(codes([bank('KBANK', { mode })])).toEqual(sections);
  });

  // spec 2.56
  it('SCB in SMS mode is shown as an account too', () => {
    expect(codes([bank('SCB', { mode: 'SMS' })]).accounts).toEqual(['SCB']);
  });

  // spec 2.58
  it('in manual mode every account is shown as plain details', () => {
    const banks = [bank('KTB'), bank('KBANK', { mode: 'SMS' }), bank('SCB', { bankType: 'PAYMENT' })];

    expect(codes(banks, true)).toEqual({ accounts: ['KTB', 'KBANK', 'SCB'], qr: [] });
  });
});

describe('the progress of a slip', () => {
  const item = (more: object): OutboxItem => ({
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
  const slip = (more: Partial<Slip>): Slip => ({
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
    ['without a signal', {}, true, { at: 'kept', reason: 'signal' }],
    ['before its turn', {}, false, { at: 'kept', reason: 'turn' }],
    [
      'in closed hours',
      { state: 'waiting', lastError: { code: 'SLIP_UPLOAD_FAIL', status: 503 } },
      false,
      { at: 'kept', reason: 'closed' },
    ],
    ['without a session', { state: 'needs_login' }, false, { at: 'kept', reason: 'login' }],
    ['that its owner must look at', { state: 'needs_user' }, false, { at: 'kept', reason: 'member' }],
    ['on its way', { state: 'sending', progress: 45 }, false, { at: 'sending', percent: 45 }],
  ])('a slip is "kept" or "sending" while it is in the queue: %s', (_, more, offline, progress) => {
    expect(slipProgress(item(more), undefined, offline)).toEqual(progress);
  });

  it('a slip in the queue is never shown as checked or credited', () => {
    expect(slipProgress(item({}), slip({ status: 'SUCCESS' }), true)).toEqual({
      at: 'kept',
      reason: 'signal',
    });
  });

  it('a slip that neither the queue nor the server’s list has is lost, and not being checked', () => {
    expect(slipProgress(undefined, undefined, false, true)).toEqual({ at: 'lost' });
    expect(slipProgress(undefined, slip({ status: 'PENDING' }), false, true)).toEqual({ at: 'checking' });
    expect(slipProgress(item({}), undefined, true, true)).toEqual({ at: 'kept', reason: 'signal' });
  });

  // spec 4.22a
  it('a slip that was sent is being checked', () => {
    expect(slipProgress(undefined, undefined, false)).toEqual({ at: 'checking' });
    expect(slipProgress(undefined, slip({}), false)).toEqual({ at: 'checking' });
  });

  it('a slip in review is with a cashier', () => {
    expect(slipProgress(undefined, slip({ review: true }), false)).toEqual({ at: 'review' });
  });

  // spec 4.22b, 4.22c
  it('a slip ends as credited with its amount, or failed with its note', () => {
    expect(slipProgress(undefined, slip({ status: 'SUCCESS', amount: 1000 }), false)).toEqual({
      at: 'credited',
      amount: 1000,
    });
    expect(slipProgress(undefined, slip({ status: 'FAILED', note: 'NOT_MATCH' }), false)).toEqual({
      at: 'failed',
      note: 'NOT_MATCH',
    });
  });

  it('a failed slip shows a reason even if the server sent none', () => {
    expect(slipProgress(undefined, slip({ status: 'FAILED' }), false)).toEqual({
      at: 'failed',
      note: 'UNKNOW_ERROR',
    });
  });
});
