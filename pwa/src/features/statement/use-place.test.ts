import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Place } from '@/data/api/types';
import { logout } from '@/data/app/logout';
import { getSession, login } from '@/data/session/session';
import { withMemberDb } from '@/data/storage/storage';
import { startI18n } from '@/i18n';
import { refusal } from '../../../test/network';
import { ok, stubServer } from '../../../test/server';
import { usePlace } from './use-place';

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  const server = stubServer();
  server.on('POST /api/login', () => ok({ token: crypto.randomUUID(), expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/sync', () => refusal(500, 'INTERNAL_SERVER_ERROR'));
  await login({ username: '08', password: 'x', rememberMe: true });
});
afterEach(async () => {
  if (getSession()) await act(() => logout('discard'));
  vi.unstubAllGlobals();
});

const account = { bankCode: 'KTB', bank: { nameTH: 'กรุงไทย', nameEN: 'Krungthai', nameLO: '' } };

describe('a source or destination of money', () => {
  it.each<[string, Place | undefined, string]>([
    ['WALLET', { kind: 'wallet' }, 'Wallet'],
    ['QR PAYTIMZ', { kind: 'qr', code: 'PAYTIMZ' }, 'QR code, channel 3'],
    ['QR LAPNET', { kind: 'qr', code: 'LAPNET' }, 'QR code'],
    ['KTB xxx309913x', { kind: 'bank', code: 'KTB', tail: '9913' }, 'Krungthai\u00a0••9913'],
    ['KBANK xxx-x-x7230-x', { kind: 'bank', code: 'KBANK', tail: '7230' }, 'KBANK\u00a0••7230'],
    ['KTB', { kind: 'bank', code: 'KTB' }, 'Krungthai'],
    ['ADJUSTMENT', { kind: 'adjustment' }, 'Adjustment'],
    ['ADVANCE', { kind: 'advance' }, 'Advance'],
    ['TrueMoney', { kind: 'gift' }, 'TrueMoney'],
    ['joker2', { kind: 'game', code: 'joker2' }, 'Joker'],
    ['gone', { kind: 'game', code: 'gone' }, 'gone'],
    ['KTB xxx4821', undefined, 'KTB xxx4821'],
  ])('the server’s text %s with the place %j is shown as %s', async (text, place, shown) => {
    await withMemberDb('M1', (db) =>
      db.home.bulkPut([
        { key: 'bankAccount', value: account, fetchedAt: 1 },
        { key: 'slots', value: [{ code: 'joker2', name: 'Joker' }], fetchedAt: 1 },
      ]),
    );

    const { result } = renderHook(usePlace);

    await waitFor(() => expect(result.current(place, text)).toBe(shown));
  });

  it('no bank’s code is shown until the member’s own bank is known', () => {
    const { result } = renderHook(usePlace);

    expect(result.current({ kind: 'bank', code: 'KTB', tail: '4821' }, 'KTB xxx4821')).toBe('••4821');
  });
});
