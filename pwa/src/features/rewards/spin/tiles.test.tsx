import { cleanup, configure, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { getSession, login, logout } from '@/data/session/session';
import { startI18n } from '@/i18n';
import { ok, serve, type TestServer } from '../../../../test/server';
import { WheelTile } from './tiles';

configure({ asyncUtilTimeout: 10_000 });

let server: TestServer;

beforeAll(() => startI18n('en'));

beforeEach(async () => {
  server = serve();
  server.on('POST /api/login', () => ok({ token: 't', expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  await login({ username: '08', password: 'x', rememberMe: true });
});

afterEach(async () => {
  cleanup();
  if (getSession()) await logout('discard');
  vi.unstubAllGlobals();
});

// spec 2.39d
it.each([
  [true, 'link', 'Wheel'],
  [false, 'button', 'All balances'],
] as const)(
  'the first tile leads to the wheel while there is one, else refreshes all: %s',
  async (isActive, role, name) => {
    server.on('GET /api/spinwheel/active', () => ok({ isActive }));
    render(<WheelTile link={(tile) => <a href="/user/spin">{tile}</a>} />);

    expect(await screen.findByRole(role, { name: new RegExp(name) })).toBeTruthy();
  },
);
