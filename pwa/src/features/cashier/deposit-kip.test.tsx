import { keepTogether } from '@/i18n/keep-together';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { DepositMethods } from '@/data/domains/cash/types';
import { putHomeRow } from '@/data/engine/home/parts';
import { logout } from '@/data/app/logout';
import { getSession, login } from '@/data/session/session';
import { withMemberDb } from '@/data/storage/storage';
import { startI18n } from '@/i18n';
import { countIn } from '@/i18n/unit';
import { Sheet } from '@/ui/sheet';
import { refusal } from '../../../test/network';
import { ok, stubServer } from '../../../test/server';
import DepositSheet from './deposit-sheet';

vi.mock('@/nav/sheets');

const methods: DepositMethods = {
  banks: [
    {
      bank: { nameTH: 'บีซีอีแอล', nameEN: 'BCEL', nameLO: '' },
      bankAccountName: 'KRAPAO PAY',
      bankAccountNo: '010120000456789001',
      bankCode: 'BCEL',
      bankType: 'bank',
      currency: 'LAK',
      mode: 'AUTO',
      lapnet:
        '00020101021138670016A00526628466257701082771041802030020324KRAPAODEMOHOUSEACCOUNT0153034185802LA63047922',
    },
  ],
  isManual: false,
  wallets: [],
  qr: [],
};

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  const server = stubServer();
  server.on('POST /api/login', () => ok({ token: crypto.randomUUID(), expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/sync', () => refusal(500, 'INTERNAL_SERVER_ERROR'));
  server.on('GET /api/lookup/deposit', () => ok(methods));
  await login({ username: '20', password: 'x', rememberMe: true });
  const wallet = { amount: 0, currency: 'LAK', asOf: new Date().toISOString() };
  await withMemberDb('M1', (db) => putHomeRow(db, 'wallet', wallet, Date.now()));
  countIn('LAK');
  render(
    <Sheet open onClose={() => {}}>
      <DepositSheet />
    </Sheet>,
  );
});
afterEach(async () => {
  cleanup();
  countIn('BAHT');
  if (getSession()) await act(() => logout('discard'));
  vi.unstubAllGlobals();
});

it('a deposit in kip shows the Lao bank account and requests no slip', async () => {
  expect(await screen.findByText('KRAPAO PAY')).toBeTruthy();
  expect(screen.getByText(/^Your wallet is credited within 1\sminute of the transfer/)).toBeTruthy();
  expect(screen.queryByText('Upload slip')).toBeNull();
});

it('the LAPNet code contains the chosen amount in kip', async () => {
  fireEvent.click(await screen.findByRole('tab', { name: /QR/ }));
  expect(await screen.findByRole('img', { name: 'Our LAPNet QR code' })).toBeTruthy();

  fireEvent.click(screen.getByRole('button', { name: '50,000' }));

  expect(
    await screen.findByRole('img', { name: keepTogether('LAPNet QR code to transfer 50,000.00 kip') }),
  ).toBeTruthy();
});
