import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { SlipRow } from '@/data/storage/db';
import { startI18n } from '@/i18n';
import { transferLine, logOutMember, logInMember } from '../../../test/games';
import { ok } from '../../../test/server';
import { RecentLines } from './recent-lines';
import { StatementPage } from './statement-page';

const slip: SlipRow = {
  clientId: 'a',
  createdAt: '2026-11-21T16:59:58Z',
  amount: 432,
  status: 'PENDING',
  currency: 'BAHT',
  review: true,
  link: '',
  reference: 'r',
  version: 1,
};

let statements: object[];
let slips: SlipRow[];

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  [statements, slips] = [[], []];
  const server = await logInMember([]);
  server.on('POST /api/statement', () => ok({ total: statements.length, statements }));
  server.on('POST /api/statement/slip', () => ok({ total: slips.length, slips }));
  localStorage.setItem('hide-amounts', '0');
});
afterEach(async () => {
  localStorage.removeItem('hide-amounts');
  await logOutMember();
});

it.each([
  ['the last lines of home', <RecentLines key="" link={vi.fn()} />],
  [
    'the statement',
    <StatementPage key="" page={1} filter={{}} onFilter={vi.fn()} link={vi.fn()} onPage={vi.fn()} />,
  ],
])('only a slip that waits for a cashier is a line in %s', async (_, screenOf) => {
  const settled: SlipRow = { ...slip, clientId: 'b', status: 'SUCCESS', review: false };
  const checked: SlipRow = { ...slip, clientId: 'c', review: false };
  slips = [slip, settled, checked];

  render(screenOf);

  const row = (await screen.findByText('From your slip')).closest('li')!;
  expect(row.textContent).toContain('Under review');
  expect(row.textContent).toContain('432.00');
  expect(row.textContent).not.toContain('+');
  expect(screen.getAllByText('From your slip')).toHaveLength(1);
});

it('the last lines on home hide their amounts while amounts are hidden', async () => {
  statements = [{ ...transferLine, statementType: 'deposit', amount: 1_234 }];
  const renderLink = (_: string, words: unknown) => words as never;
  render(<RecentLines link={renderLink} />);
  await screen.findByText('+1,234.00');
  cleanup();

  localStorage.setItem('hide-amounts', '1');
  render(<RecentLines link={renderLink} />);

  await screen.findByText('•••••');
  expect(screen.queryByText(/1,234\.00/)).toBeNull();
});
