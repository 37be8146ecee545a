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

describe('the ways to deposit', () => {
  const codes = (banks: DepositBank[], isManual = false) => {
    const { bank: accounts, qr } = depositSections({ banks, isManual });
    return { accounts: accounts.map((entry) => entry.bankCode), qr: qr.map((entry) => entry.bankCode) };
  };

  // spec 2.54, 2.56, 2.57a, 2.57d, 2.57e
  it('show the accounts of the banks that are handled, and no other', () => {
    const every = Object.keys(bankMarks);
    expect(every.length).toBeGreaterThan(10);

    const { accounts, qr } = codes(every.map((code) => bank(code)));

    expect(accounts.toSorted()).toEqual(['BCEL', 'GSB', 'KBANK', 'SCB']);
    expect(qr).toEqual([]);
  });

  // spec 2.55a
  it('send a payment gateway, whatever its bank, to the QR section', () => {
    expect(codes([bank('SCB', { bankType: 'PAYMENT' })])).toEqual({ accounts: [], qr: ['SCB'] });
  });

  // spec 2.57b, 2.57c
  it.each([
    ['AUTO', { accounts: ['KBANK'], qr: [] }],
    ['SMS', { accounts: [], qr: ['KBANK'] }],
  ] as const)('show KBANK in %s mode as it can be paid', (mode, sections) => {
    expect(codes([bank('KBANK', { mode })])).toEqual(sections);
  });

  // spec 2.56
  it('show SCB in SMS mode as an account all the same', () => {
    expect(codes([bank('SCB', { mode: 'SMS' })]).accounts).toEqual(['SCB']);
  });

  // spec 2.58
  it('show every account as plain details in manual mode', () => {
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
    ['without a signal', {}, true, { at: 'kept', why: 'signal' }],
    ['before its turn', {}, false, { at: 'kept', why: 'turn' }],
    [
      'in closed hours',
      { state: 'waiting', lastError: { code: 'SLIP_UPLOAD_FAIL', status: 503 } },
      false,
      { at: 'kept', why: 'closed' },
    ],
    ['without a session', { state: 'needs_login' }, false, { at: 'kept', why: 'login' }],
    ['that its owner must look at', { state: 'needs_user' }, false, { at: 'kept', why: 'member' }],
    ['on its way', { state: 'sending', progress: 45 }, false, { at: 'sending', percent: 45 }],
  ])('is "kept" or "sending" while it is in the queue: %s', (_, more, offline, progress) => {
    expect(slipProgress(item(more), undefined, offline)).toEqual(progress);
  });

  it('is never called checked or credited while it is still in the queue', () => {
    expect(slipProgress(item({}), slip({ status: 'SUCCESS' }), true)).toEqual({ at: 'kept', why: 'signal' });
  });

  it('is lost, and not being checked, where neither the queue nor the server’s list has it', () => {
    expect(slipProgress(undefined, undefined, false, true)).toEqual({ at: 'lost' });
    expect(slipProgress(undefined, slip({ status: 'PENDING' }), false, true)).toEqual({ at: 'checking' });
    expect(slipProgress(item({}), undefined, true, true)).toEqual({ at: 'kept', why: 'signal' });
  });

  // spec 4.22a
  it('is being checked once it has left the phone', () => {
    expect(slipProgress(undefined, undefined, false)).toEqual({ at: 'checking' });
    expect(slipProgress(undefined, slip({}), false)).toEqual({ at: 'checking' });
  });

  it('is with a cashier where the server says so', () => {
    expect(slipProgress(undefined, slip({ review: true }), false)).toEqual({ at: 'review' });
  });

  // spec 4.22b, 4.22c
  it('ends credited with its amount, or failed with its note', () => {
    expect(slipProgress(undefined, slip({ status: 'SUCCESS', amount: 1000 }), false)).toEqual({
      at: 'credited',
      amount: 1000,
    });
    expect(slipProgress(undefined, slip({ status: 'FAILED', note: 'NOT_MATCH' }), false)).toEqual({
      at: 'failed',
      note: 'NOT_MATCH',
    });
  });

  it('has a reason to give even where the server gave none', () => {
    expect(slipProgress(undefined, slip({ status: 'FAILED' }), false)).toEqual({
      at: 'failed',
      note: 'UNKNOW_ERROR',
    });
  });
});
