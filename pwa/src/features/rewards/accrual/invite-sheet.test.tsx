import { configure, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '@/i18n';
import { Sheet } from '@/ui/sheet';
import { memberLeaves, memberWith } from '../../../../test/games';
import { ok, type TestServer } from '../../../../test/server';
import InviteSheet from './invite-sheet';

vi.mock('@/nav/sheets');
configure({ asyncUtilTimeout: 10_000 });

let server: TestServer;

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  server = await memberWith([]);
  server.on('GET /api/invite/banners', () => ok({ banners: [] }));
});
afterEach(memberLeaves);

// spec 9.30
it('lists what came by whom, ten on a page', async () => {
  const rows = Array.from({ length: 12 }, (_, i) => ({
    _id: `i${i}`,
    from: { name: `Friend ${i}` },
    amount: 100 + i,
    createdAt: new Date(Date.UTC(2026, 10, 20 - i)).toISOString(),
    version: 20 - i,
  }));
  server.on('POST /api/invite', ({ body }) => {
    const { page, limit } = body as { page: number; limit: number };
    return ok({ total: 12, invites: rows.slice((page - 1) * limit, page * limit) });
  });
  render(
    <Sheet open onClose={() => {}}>
      <InviteSheet />
    </Sheet>,
  );
  await screen.findByText('Friend 0');
  expect(screen.getAllByText(/^Friend \d+$/)).toHaveLength(10);

  fireEvent.click(screen.getByRole('button', { name: 'Page 2' }));

  await screen.findByText('Friend 11');
  expect(screen.getAllByText(/^Friend \d+$/)).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Page 3' })).toBeNull();
});
