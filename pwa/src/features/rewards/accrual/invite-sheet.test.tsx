import { fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '@/i18n';
import { Sheet } from '@/ui/sheet';
import { logOutMember, logInMember, wallet } from '../../../../test/games';
import { ok } from '../../../../test/server';
import InviteSheet from './invite-sheet';

vi.mock('@/nav/sheets');
beforeAll(() => startI18n('en'));
afterEach(logOutMember);

async function openInvites(banners: readonly object[]): Promise<unknown[]> {
  const server = await logInMember([]);
  const requestBodies: unknown[] = [];
  server.on('GET /api/wallet', () =>
    ok({
      wallet: wallet(0),
      profile: { _id: 'M1' },
      invite: { amount: 0, soFar: 0, success: 2, fail: 1, dayMost: 2_000 },
      slots: [],
    }),
  );
  server.on('GET /api/invite/banners', () => ok({ banners }));
  server.on('POST /api/invite', ({ body }) => {
    requestBodies.push(body);
    const invites = Array.from({ length: 10 }, (_, i) => ({
      _id: `i${i}`,
      from: { name: `Friend ${i}` },
      amount: 20 + i,
      createdAt: `2026-11-${String(20 - i).padStart(2, '0')}T10:00:00Z`,
      version: 1,
    }));
    return ok({ total: 11, invites });
  });
  render(
    <Sheet open onClose={() => {}}>
      <InviteSheet />
    </Sheet>,
  );
  return requestBodies;
}

// spec 2.48, 2.53, 2.66, 9.30
it('without banners the invite sheet shows the link at once, and what each friend brought, ten per page', async () => {
  const requestBodies = await openInvites([]);

  expect(await screen.findByText(`${location.origin}/register?code=PRM1`)).toBeTruthy();
  expect(screen.getByText(/^Up to 2,000.00\sbaht a day$/)).toBeTruthy();
  const rows = within((await screen.findByText('Friend 0')).closest('ul')!).getAllByText(/^Friend/);
  expect(rows).toHaveLength(10);
  const row = rows[3]!.closest('li')!;
  expect(row.textContent).toBe('Friend 317/11/2026 17:00:00+23.00');
  expect(screen.getByRole('button', { name: 'Page 2' })).toBeTruthy();
  expect(requestBodies).toEqual([{ page: 1, limit: 10 }]);
});

// spec 2.48
it('the invite sheet shows the operators’ banners first if there are any', async () => {
  await openInvites([{ image: '/a.svg', html: '<p>Bring a friend</p>' }]);

  expect(await screen.findByText('Bring a friend')).toBeTruthy();
  expect(screen.queryByText(/register\?code=/)).toBeNull();
});

// spec 9.30
it('the last page of the invite log shows the remaining friends', async () => {
  const server = await logInMember([]);
  server.on('GET /api/invite/banners', () => ok({ banners: [] }));
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
