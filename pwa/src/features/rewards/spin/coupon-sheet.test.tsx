import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { CouponGroup } from '@/data/domains/rewards/spin';
import { startI18n } from '@/i18n';
import '@/i18n/spin-texts';
import { Sheet } from '@/ui/sheet';
import { refusal } from '../../../../test/network';
import { logOutMember, logInMember } from '../../../../test/games';
import { type TestServer } from '../../../../test/server';
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
vi.mock('@/data/domains/rewards/use-rewards', () => ({ useCoupons: () => [coupon] }));
let server: TestServer;
let claims = 0;

beforeAll(() => startI18n('en'));

beforeEach(async () => {
  claims = 0;
  server = await logInMember([]);
  server.on('POST /api/spinwheel/coupon/claim', () => {
    claims++;
    return refusal(409, 'NO_CLAIMABLE_COUPON');
  });
});

afterEach(async () => {
  vi.useRealTimers();
  await logOutMember();
});

// spec 8.32
it('a refused claim opens an error dialog with the text of its code', async () => {
  render(
    <Sheet open onClose={() => {}}>
      <CouponSheet prize="CASH10" />
    </Sheet>,
  );

  fireEvent.click(await screen.findByRole('button', { name: /^Claim 10.00/ }));

  const alert = await screen.findByRole('alertdialog');
  expect(alert.textContent).toContain("You don't have this coupon");
});

it.each([
  ['a bonus that is active', 409, 'BONUS_REMAINING', "The coupon wasn't claimed", /once the bonus ends/],
  ['a server that broke', 500, 'INTERNAL_SERVER_ERROR', "We don't know yet if the coupon was claimed", /./],
])('the dialog shows what is known of the claim after %s', async (_, status, code, title, words) => {
  server.on('POST /api/spinwheel/coupon/claim', () => refusal(status, code));
  render(
    <Sheet open onClose={() => {}}>
      <CouponSheet prize="CASH10" />
    </Sheet>,
  );

  fireEvent.click(await screen.findByRole('button', { name: /^Claim 10.00/ }));

  const alert = await screen.findByRole('alertdialog', { name: title }, { timeout: 20_000 });
  expect(alert.textContent).toMatch(words);
});

// spec 9.36
it('taps within half a second count as one, even if the first was refused at once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  render(
    <Sheet open onClose={() => {}}>
      <CouponSheet prize="CASH10" />
    </Sheet>,
  );
  const tapClaim = async () => {
    fireEvent.click(await screen.findByRole('button', { name: /^Claim 10.00/ }));
  };
  await tapClaim();
  fireEvent.click(await screen.findByRole('button', { name: 'OK' }));

  await tapClaim();
  expect(screen.getByRole('button', { name: /^Claim 10.00/ }).getAttribute('aria-busy')).not.toBe('true');
  vi.advanceTimersByTime(499);
  await tapClaim();
  expect(screen.getByRole('button', { name: /^Claim 10.00/ }).getAttribute('aria-busy')).not.toBe('true');
  vi.advanceTimersByTime(1);
  await tapClaim();

  await waitFor(() => expect(claims).toBe(2));
});
