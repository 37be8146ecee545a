import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { withMemberDb } from '@/data/storage/storage';
import { startI18n } from '@/i18n';
import { showSheet } from '@/nav/sheets';
import { transferLine, logOutMember, logInMember, wallet } from '../../../test/games';
import { ok } from '../../../test/server';
import { StatementPage } from './statement-page';

vi.mock('@/nav/sheets');
beforeAll(() => startI18n('en'));
afterEach(logOutMember);

// spec P8.6
it('the statement shows the wallet’s amount, and hides it while amounts are hidden', async () => {
  await logInMember([]);
  await withMemberDb('M1', (db) =>
    db.home.put({ key: 'wallet', value: wallet(1_000), fetchedAt: Date.now() }),
  );
  localStorage.setItem('hide-amounts', '0');
  render(<StatementPage page={1} filter={{}} onFilter={vi.fn()} link={(_, text) => text} onPage={vi.fn()} />);
  await screen.findByText('In the wallet: 1,000.00 baht');

  localStorage.setItem('hide-amounts', '1');
  cleanup();
  render(<StatementPage page={1} filter={{}} onFilter={vi.fn()} link={(_, text) => text} onPage={vi.fn()} />);
  await screen.findByText('In the wallet: ••••• baht');
});

// spec 1.14a, 2.61, 2.87a, 2.87b
it('the statement lists ten lines per page, and links to the other pages and the slips', async () => {
  const server = await logInMember([]);
  const requests: unknown[] = [];
  server.on('POST /api/statement', ({ body }) => {
    requests.push(body);
    const statements = Array.from({ length: 10 }, (_, i) => ({
      ...transferLine,
      _id: `t${i}`,
      amount: 100 + i,
      createdAt: `2026-11-20T07:${String(30 - i)}:00Z`,
    }));
    return ok({ total: 11, statements });
  });
  const onPage = vi.fn();
  render(<StatementPage page={1} filter={{}} onFilter={vi.fn()} link={(_, text) => text} onPage={onPage} />);

  await screen.findByText('109.00');
  expect(screen.getAllByText(/^10\d\.00$/).map(({ textContent }) => textContent)).toEqual(
    Array.from({ length: 10 }, (_, i) => `${100 + i}.00`),
  );
  expect(requests).toEqual([{ page: 1, limit: 10 }]);
  fireEvent.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(onPage).toHaveBeenLastCalledWith(2);
  fireEvent.click(screen.getByRole('button', { name: 'Upload slip' }));
  expect(showSheet).toHaveBeenLastCalledWith('slips');
});
