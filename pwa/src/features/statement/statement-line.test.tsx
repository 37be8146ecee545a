import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { CashLine } from '@/data/domains/cash/types';
import { startI18n } from '@/i18n';
import { StatementLineRow } from './statement-line';

const buildLine = (more: Partial<CashLine>): CashLine => ({
  _id: 'a',
  statementType: 'withdraw',
  status: 'PENDING',
  from: '',
  to: '',
  fromPlace: { kind: 'wallet' },
  toPlace: { kind: 'bank', code: 'KTB', tail: '4821' },
  amount: 100,
  currency: 'BAHT',
  createdAt: '2026-11-21T06:48:00Z',
  version: 1,
  canCancel: false,
  ...more,
});

beforeAll(() => startI18n('en'));
afterEach(cleanup);

it.each<[string, Partial<CashLine>]>([
  ['With the bank', {}],
  ["We're working on it", { canCancel: true }],
  ['With the game provider', { statementType: 'transfer' }],
  ["We're checking with TrueMoney", { statementType: 'deposit', fromPlace: { kind: 'gift' } }],
  ['Waiting for your money', { statementType: 'deposit', fromPlace: { kind: 'bank' } }],
])('a line in progress names who acts next: %s', (actorText, more) => {
  render(<StatementLineRow line={buildLine(more)} />);

  expect(screen.getByText(actorText)).toBeTruthy();
});

// spec 4.22a, 4.22b, 4.22c
it.each([
  ['PENDING', 'In progress', 'pending'],
  ['FAILED', 'Failed', 'failed'],
  ['SUCCESS', undefined, undefined],
  ['OF_A_NEWER_SERVER', 'In progress', 'pending'],
])('a line that is %s shows %s', (status, word, style) => {
  render(<StatementLineRow line={buildLine({ status: status as CashLine['status'] })} />);

  const shownStatus = ['In progress', 'Failed'].filter((each) => screen.queryByText(each));
  expect(shownStatus).toEqual(word ? [word] : []);
  if (word) expect(screen.getByText(word).closest(`[class*=${style}]`)).not.toBeNull();
});

// spec 8.36, 9.46
it.each([
  ['deposit', '+100.00', 'arrow-down-to-line'],
  ['bonus', '+100.00', 'gift'],
  ['withdraw', '\u2212100.00', 'arrow-up-from-line'],
  ['transfer', '100.00', 'arrow-left-right'],
  ['finish_bonus', '100.00', 'flag'],
  ['cashback', '100.00', 'circle-question-mark'],
])('a line of type %s shows the amount %s and the picture of its type', (type, amount, picture) => {
  const statementType = type as CashLine['statementType'];
  const { container } = render(<StatementLineRow line={buildLine({ statementType, status: 'SUCCESS' })} />);

  expect(screen.getByText(amount, { exact: true })).toBeTruthy();
  expect(container.querySelector(`.lucide-${picture}`)).not.toBeNull();
});
