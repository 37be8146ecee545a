import { configure, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '@/i18n';
import { showSheet } from '@/nav/sheets';
import { line, memberLeaves, memberWith } from '../../../test/games';
import { ok } from '../../../test/server';
import { StatementPage } from './statement-page';

vi.mock('@/nav/sheets');
configure({ asyncUtilTimeout: 10_000 });

beforeAll(() => startI18n('en'));
afterEach(memberLeaves);

// spec 1.14a, 2.87a, 2.87b
it('the statement lists ten lines a page, leads to the others, and to the slips', async () => {
  const server = await memberWith([]);
  const asked: unknown[] = [];
  server.on('POST /api/statement', ({ body }) => {
    asked.push(body);
    const statements = Array.from({ length: 10 }, (_, i) => ({
      ...line,
      _id: `t${i}`,
      amount: 100 + i,
      createdAt: `2026-11-20T07:${String(30 - i)}:00Z`,
    }));
    return ok({ total: 11, statements });
  });
  const onPage = vi.fn();
  render(
    <StatementPage page={1} filter={{}} onFilter={vi.fn()} link={(_, words) => words} onPage={onPage} />,
  );

  await screen.findByText('109.00');
  expect(screen.getAllByText(/^10\d\.00$/).map(({ textContent }) => textContent)).toEqual(
    Array.from({ length: 10 }, (_, i) => `${100 + i}.00`),
  );
  expect(asked).toEqual([{ page: 1, limit: 10 }]);
  fireEvent.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(onPage).toHaveBeenLastCalledWith(2);
  fireEvent.click(screen.getByRole('button', { name: 'Upload slip' }));
  expect(showSheet).toHaveBeenLastCalledWith('slips');
});
