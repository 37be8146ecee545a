import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { CouponGroup } from '@/data/rewards/spin';
import { getSession, login, logout } from '@/data/session/session';
import { startI18n } from '@/i18n';
import '@/i18n/spin-texts';
import { Sheet } from '@/ui/sheet';
import { refusal } from '../../../../test/network';
import { ok, serve, type TestServer } from '../../../../test/server';
import CouponSheet from './coupon-sheet';

vi.mock('@/nav/sheets');
const coupon = {
  prize: {
    code: 'CASH10',
    names: { th: 'x', lo: 'x', en: 'Ten' },
    turnover: 0,
  } as unknown as CouponGroup['prize'],
  amount: 10,
  currency: 'BAHT',
  count: 2,
  expiresAt: '2027-01-01T00:00:00Z',
};
vi.mock('@/data/rewards/useRewards', () => ({ useCoupons: () => [coupon] }));
configure({ asyncUtilTimeout: 10_000 });

let server: TestServer;
let claims = 0;

beforeAll(() => startI18n('en'));

beforeEach(async () => {
  claims = 0;
  server = serve();
  server.on('POST /api/login', () => ok({ token: 't', expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('POST /api/spinwheel/coupon/claim', () => {
    claims++;
    return refusal(409, 'NO_CLAIMABLE_COUPON');
  });
  await login({ username: '08', password: 'x', rememberMe: true });
});

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  if (getSession()) await logout('discard');
  vi.unstubAllGlobals();
});

// spec 9.36
it('takes taps within half a second for one, even where the first was refused at once', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  render(
    <Sheet open onClose={() => {}}>
      <CouponSheet prize="CASH10" />
    </Sheet>,
  );
  const tap = async () => {
    fireEvent.click(await screen.findByRole('button', { name: /^Claim 10.00/ }));
  };
  await tap();
  fireEvent.click(await screen.findByRole('button', { name: 'OK' }));

  await tap();
  await new Promise((later) => setTimeout(later, 50));
  expect(claims).toBe(1);
  vi.setSystemTime(Date.now() + 500);
  await tap();

  await waitFor(() => expect(claims).toBe(2));
});
