import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { StatementLine } from '@/data/api/types';
import type { Filter } from '@/data/domains/statement/filter';
import { withMemberDb } from '@/data/storage/storage';
import { startI18n } from '@/i18n';
import { transferLine, logOutMember, logInMember } from '../../../test/games';
import { ok, type TestServer } from '../../../test/server';
import { goOnline, goOffline } from '../../../test/signal';
import './month-sheet';
import { StatementPage } from './statement-page';

const lines = [
  { ...transferLine, _id: 'd1', statementType: 'deposit', amount: 240.25, createdAt: '2026-11-21T07:00:00Z' },
  { ...transferLine, _id: 'w1', statementType: 'withdraw', amount: 100, createdAt: '2026-11-20T07:00:00Z' },
  { ...transferLine, _id: 'd2', statementType: 'deposit', amount: 60, createdAt: '2026-10-03T07:00:00Z' },
] as StatementLine[];
const NOW = Date.parse('2026-11-22T07:00:00Z');

let server: TestServer;
let requests: object[];

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  server = await logInMember([]);
  requests = [];
  server.on('POST /api/statement', ({ body }) => {
    const { type, month } = body as { type?: string; month?: string };
    requests.push(body as object);
    const fits = lines.filter(
      (each) => (!type || each.statementType === type) && (!month || each.createdAt.startsWith(month)),
    );
    const sumOf = (kind: string) =>
      fits.filter((each) => each.statementType === kind).reduce((sum, { amount }) => sum + amount, 0);
    const totals = [{ currency: 'BAHT', in: sumOf('deposit'), out: sumOf('withdraw') }];
    return ok({ total: fits.length, statements: fits, totals });
  });
  await withMemberDb('M1', (db) => db.statement.bulkPut(lines));
});
afterEach(async () => {
  goOnline();
  vi.useRealTimers();
  await logOutMember();
});

function Page() {
  const [filter, setFilter] = useState<Filter>({});
  return (
    <StatementPage
      page={1}
      filter={filter}
      onFilter={setFilter}
      link={(_, words) => words}
      onPage={vi.fn()}
    />
  );
}
const readFigure = (name: string) => screen.queryByText(name)?.nextElementSibling?.textContent;
const listAmounts = () => screen.queryAllByText(/^[+\u2212]\d/).map(({ textContent }) => textContent);

it('the statement of one kind shows its lines only and their total, the whole statement shows no totals', async () => {
  render(<Page />);
  await screen.findByText('+240.25');
  expect(readFigure('Money in')).toBeUndefined();

  fireEvent.click(screen.getByText('Deposits'));

  await waitFor(() => expect(readFigure('Money in')).toBe('300.25 baht'));
  expect(listAmounts()).toEqual(['+240.25', '+60.00']);
  expect(readFigure('Money out')).toBeUndefined();
  fireEvent.click(screen.getByText('All'));
  await waitFor(() => expect(listAmounts()).toEqual(['+240.25', '\u2212100.00', '+60.00']));
  expect(readFigure('Money in')).toBeUndefined();
});

it('the statement of one month shows its lines only, with the totals in and out', async () => {
  render(<Page />);
  fireEvent.click(await screen.findByRole('button', { name: /^Choose a month/ }));

  fireEvent.click(await screen.findByText('Nov 2026'));

  await waitFor(() => expect(readFigure('Money in')).toBe('240.25 baht'));
  expect(readFigure('Money out')).toBe('100.00 baht');
  expect(listAmounts()).toEqual(['+240.25', '\u2212100.00']);
});

it('while offline, the statement of one kind shows the stored lines, a notice and no totals', async () => {
  render(<Page />);
  await screen.findByText('+240.25');
  await goOffline();

  fireEvent.click(screen.getByText('Withdrawals'));

  await screen.findByText(/^You're offline. Only transactions saved on this device are shown/);
  await waitFor(() => expect(listAmounts()).toEqual(['\u2212100.00']));
  expect(readFigure('Money out')).toBeUndefined();
});
