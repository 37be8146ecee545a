import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startI18n } from '@/i18n';
import { logOutMember, logInMember, wallet } from '../../../../test/games';
import { ok, type TestServer } from '../../../../test/server';
import { WheelTile } from './tiles';

let server: TestServer;

beforeAll(() => startI18n('en'));

beforeEach(async () => {
  server = await logInMember([]);
  server.on('GET /api/wallet', () =>
    ok({ wallet: wallet(0), profile: { _id: 'M1', coin: 7 }, bankAccount: {}, slots: [] }),
  );
});

afterEach(logOutMember);

// spec 1.13, 2.39c, 2.39d
it.each([
  [true, 'link', 'Coins 7 ?Wheel'],
  [false, 'button', '^All balances$'],
] as const)(
  'the first tile opens the wheel if there is one, and otherwise refreshes all: %s',
  async (isActive, role, name) => {
    server.on('GET /api/spinwheel/active', () => ok({ isActive }));
    render(<WheelTile link={(tile) => <a href="/user/spin">{tile}</a>} />);

    expect(await screen.findByRole(role, { name: new RegExp(name) })).toBeTruthy();
    expect(screen.queryAllByRole(role === 'link' ? 'button' : 'link')).toEqual([]);
  },
);

// spec 2.39d
it('the refresh tile fetches the wallet and every game again', async () => {
  server.on('GET /api/spinwheel/active', () => ok({ isActive: false }));
  server.on('GET /api/wallet/refresh/slot', () => ok({ slots: [] }));
  render(<WheelTile link={(tile) => tile} />);
  const tile = await screen.findByRole('button', { name: 'All balances' });
  server.calls.length = 0;

  fireEvent.click(tile);

  await waitFor(() => expect(server.calls).toContain('GET /api/wallet/refresh/slot'));
  await waitFor(() => expect(server.calls).toContain('GET /api/wallet'));
});
