/** A member with games, for tests of the game sheets. */
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { vi } from 'vitest';
import type { Slot } from '@/data/api/types';
import type { CashLine } from '@/data/domains/cash/types';
import { logout } from '@/data/app/logout';
import { getSession, login } from '@/data/session/session';
import { refusal } from './network';
import { ok, stubServer, type TestServer } from './server';

export const createSlot = (code: string, name: string, values: Partial<Slot> = {}): Slot => ({
  code,
  name,
  logo: '/games/pg.svg',
  background: '/games/bg-1.svg',
  category: 'slot',
  isActive: true,
  opening: false,
  amount: 100,
  ftWalletSlot: 1,
  step: 0.01,
  way: 'link',
  web: null,
  android: null,
  ios: null,
  asOf: '2026-11-21T07:00:00Z',
  stale: false,
  moving: false,
  inDoubt: false,
  ...values,
});

export const wallet = (amount: number) => ({ amount, currency: 'BAHT', asOf: new Date().toISOString() });

/** A transfer of 500 to PG Soft. */
export const transferLine: CashLine = {
  _id: 't1',
  statementType: 'transfer',
  status: 'SUCCESS',
  from: 'WALLET',
  to: 'pg',
  fromPlace: { kind: 'wallet' },
  toPlace: { kind: 'game', code: 'pg' },
  amount: 500,
  currency: 'BAHT',
  createdAt: '2026-11-21T07:00:00Z',
  version: 3,
  canCancel: false,
};

/** Logs in a member who has 1,000 in the wallet and these games. */
export async function logInMember(slots: readonly Slot[]): Promise<TestServer> {
  const server = stubServer();
  const home = { wallet: wallet(1_000), profile: { _id: 'M1' }, invite: {}, bankAccount: {}, slots };
  server.on('POST /api/login', () => ok({ token: crypto.randomUUID(), expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/sync', () => refusal(500, 'INTERNAL_SERVER_ERROR'));
  server.on('GET /api/wallet', () => ok(home));
  await login({ username: '08', password: 'x', rememberMe: true });
  return server;
}

export async function logOutMember(): Promise<void> {
  cleanup();
  if (getSession()) await act(() => logout('discard'));
  vi.unstubAllGlobals();
}

/**
 * Presses a button by its visible text. Tests load no styles, so the busy text is part of the accessible
 * name.
 */
export const pressButton = async (text: string): Promise<void> =>
  void fireEvent.click((await findButtonText(text)).closest('button')!);

export const findButtonText = (text: string): Promise<HTMLElement> =>
  screen.findByText(text, { selector: 'button, button *' });
