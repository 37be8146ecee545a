import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Coupon, SpinResult, SpinSetup } from '@/data/api/types';
import { dismissCommand } from '@/data/engine/commands/send';
import { putHomeRow } from '@/data/engine/home/parts';
import { storeSpin } from '@/data/domains/rewards/spin';
import { withMemberDb } from '@/data/storage/storage';
import { startI18n } from '@/i18n';
import { keepTogether } from '@/i18n/keep-together';
import { logOutMember, logInMember, pressButton } from '../../../../test/games';
import { renderWithSheets } from '../../../../test/member-sheets';
import { refusal } from '../../../../test/network';
import { ok, type TestServer } from '../../../../test/server';
import { goOnline, goOffline } from '../../../../test/signal';
import './coupon-sheet';
import './prize-sheet';
import { SpinPage } from './spin-page';

const buildTexts = (text: string) => ({ th: text, lo: text, en: text });
const prize = {
  code: 'CASH10',
  names: buildTexts('Cash 10'),
  kind: 'CREDIT',
  amount: 10,
  turnover: 0,
} as unknown as Coupon['prize'];
const slices = ['A1', 'B1', 'B2'].map((code) => ({
  code,
  weight: 1,
  labels: buildTexts(code),
  bgColor: '#ffffff',
  textColor: '#000000',
  prize,
}));
const COMMITMENT = 'ab'.repeat(32);

const buildSetup = (coin: number): { result: SpinSetup } =>
  ({
    result: {
      activeSpinwheel: { names: buildTexts('Coin rain wheel'), slices, weight: 3 },
      userCoin: { coin },
      coinPer: 100,
      fairness: { commitment: COMMITMENT, clientSeed: null, nonce: 0 },
    },
  }) as unknown as { result: SpinSetup };

const buildResult = (remainingCoin: number): SpinResult =>
  ({
    _id: 's1',
    code: 'B1',
    labels: buildTexts('B1'),
    commitment: COMMITMENT,
    clientSeed: '00'.repeat(16),
    nonce: 0,
    prize,
    remainingCoin,
    createdAt: '2026-11-21T07:00:00Z',
    expiresAt: '2026-12-21T07:00:00Z',
  }) as unknown as SpinResult;

let server: TestServer;
let coins: number;

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  coins = 2;
  server = await logInMember([]);
  // Simulates reduced motion, so that nothing turns.
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('reduce'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  server.on('GET /api/spinwheel/setup', () => ok(buildSetup(coins)));
  server.on('POST /api/spinwheel/spin', () => {
    coins--;
    return ok({ result: buildResult(coins) });
  });
});
afterEach(async () => {
  goOnline();
  dismissCommand('spin');
  await logOutMember();
});

const openPage = (search = '') =>
  renderWithSheets(<SpinPage checkLink={(words) => <a href="/check">{words}</a>} />, search);
const findSpinButton = async () =>
  within(await screen.findByRole('region', { name: 'Wheel' })).getByRole<HTMLButtonElement>('button');
const countSpins = () => server.calls.filter((call) => call === 'POST /api/spinwheel/spin').length;

// spec 2.89
it('the wheel shows its name, and its button shows the coins that are left', async () => {
  openPage();

  expect(await screen.findByRole('heading', { level: 1, name: 'Coin rain wheel' })).toBeTruthy();
  expect((await findSpinButton()).textContent).toContain(keepTogether('2 coins'));
});

it('coins that arrive while the wheel is shown appear on its button', async () => {
  coins = 0;
  openPage();
  await screen.findByText('No coins');
  coins = 10;

  await withMemberDb('M1', (db) => putHomeRow(db, 'profile', { _id: 'M1', coin: 10 }, Date.now()));

  expect(
    await within(await screen.findByRole('region', { name: 'Wheel' })).findByText(/10 coins/),
  ).toBeTruthy();
});

it('the wheel’s page shows what a coin costs', async () => {
  openPage();

  expect(await screen.findByText(/1 coin for every 100 .*net deposits that you've also bet/)).toBeTruthy();
});

// spec 4.25
it('a spin that is requested by two taps is sent once', async () => {
  openPage();
  const button = await findSpinButton();

  fireEvent.click(button);
  fireEvent.click(button);

  await screen.findByText('Spin result: B1');
  expect(button.textContent).toContain(keepTogether('1 coin'));
  expect(countSpins()).toBe(1);
});

// spec 4.25
it('taps request no second spin while the result of the first is being stored', async () => {
  openPage();
  const button = await findSpinButton();
  const tapping = setInterval(() => fireEvent.click(button));

  fireEvent.click(button);

  await screen.findByText('Spin result: B1');
  clearInterval(tapping);
  expect(countSpins()).toBe(1);
});

it('a spin that is refused because the session expired leaves the button free for the next one', async () => {
  server.on('POST /api/spinwheel/spin', () => refusal(401, 'EXPIRED_AUTH_TOKEN'));
  openPage();
  const button = await findSpinButton();
  fireEvent.click(button);
  await waitFor(() => expect(countSpins()).toBe(1));

  await waitFor(() => {
    fireEvent.click(button);
    expect(countSpins()).toBe(2);
  });
});

// spec 8.32
it('a spin that is refused opens an error dialog with the text of its code, and the wheel is loaded again', async () => {
  server.on('POST /api/spinwheel/spin', () => refusal(409, 'SEED_CHANGED'));
  openPage();
  fireEvent.click(await findSpinButton());

  const alert = await screen.findByRole('alertdialog', { name: "The wheel didn't turn" });
  expect(alert.textContent).toContain('The wheel was updated. No coin was spent');
  await waitFor(() =>
    expect(server.calls.filter((call) => call === 'GET /api/spinwheel/setup').length).toBeGreaterThan(1),
  );
  await pressButton('OK');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect((await findSpinButton()).textContent).toContain(keepTogether('2 coins'));
});

it('a spin cannot be requested while offline, and the page shows why', async () => {
  openPage();
  await findSpinButton();

  await goOffline();

  await screen.findByText("You're offline. You can spin when you're back online");
  expect((await findSpinButton()).disabled).toBe(true);
});

describe('coupons', () => {
  const coupon: Coupon = {
    _id: 'c1',
    prize,
    amount: 10,
    currency: 'BAHT',
    createdAt: '2026-11-21T07:00:00Z',
    expiresAt: '2126-12-21T07:00:00Z',
    claimedAt: null,
    version: 1,
  };

  it('a prize that is left for later is listed as a coupon, and tapping the coupon opens its claim', async () => {
    await storeSpin({ memberId: 'M1' }, buildResult(1));
    await withMemberDb('M1', (db) => db.coupons.put(coupon));
    openPage('?sheet=prize&won=s1');

    await pressButton('Later');

    fireEvent.click(await screen.findByRole('button', { name: 'Claim Cash 10' }));
    expect(await screen.findByRole('dialog', { name: 'Claim a coupon' })).toBeTruthy();
  });

  it('a prize that is left for later cannot be claimed while offline, and the sheet shows why', async () => {
    await withMemberDb('M1', (db) => db.coupons.put(coupon));
    openPage();
    fireEvent.click(await screen.findByRole('button', { name: 'Claim Cash 10' }));

    await goOffline();

    await screen.findByText("You're offline. You can claim it when you're back online");
    const buttonText = screen.getByText('Claim 10.00 baht', { selector: 'button, button *' });
    expect(buttonText.closest('button')!.disabled).toBe(true);
  });
});
