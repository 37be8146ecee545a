import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { BonusCard, FoundPromotion, RunningBonus } from '@/data/api/types';
import { putHomeRow } from '@/data/engine/home/parts';
import { withMemberDb } from '@/data/storage/storage';
import { startI18n } from '@/i18n';
import { keepTogether } from '@/i18n/keep-together';
import { logOutMember, logInMember, pressButton, wallet } from '../../../../test/games';
import { renderWithSheets } from '../../../../test/member-sheets';
import { refusal } from '../../../../test/network';
import { ok, type TestServer } from '../../../../test/server';
import { goOnline, goOffline } from '../../../../test/signal';
import { BonusPage } from './bonus-page';
import './bonus-sheet';
import './clear-sheet';
import './promotion-sheet';

const card = {
  code: 'WELCOME',
  name: 'Welcome 20%',
  type: 'limit',
  maxReceived: 1,
  percent: 20,
  amount: 0,
  most: 0,
  minimum: 1000,
  turnover: 12,
  percentFail: 5,
  brings: 200,
  needed: 14_400,
  state: 'open',
  banners: [{ image: '/bonus/one.svg', html: '<p>First</p>' }],
} as unknown as BonusCard;
const promotion: FoundPromotion = {
  code: 'KRAPAO50',
  name: 'Fifty for all',
  description: '<p>For new friends</p>',
  amount: 50,
  turnover: 10,
  needed: 500,
  percentFail: 5,
};
const running: RunningBonus = {
  _id: 'b1',
  type: 'promotion',
  code: 'KRAPAO50',
  name: 'Fifty for all',
  amount: 50,
  needed: 500,
  played: 0,
  left: 500,
  percentFail: 5,
  failAt: 2.5,
  createdAt: '2026-11-21T07:00:00Z',
};
const statement = {
  _id: 's1',
  statementType: 'bonus',
  status: 'SUCCESS',
  from: 'PROMOTION',
  to: 'WALLET',
  fromPlace: { kind: 'promotion' },
  toPlace: { kind: 'wallet' },
  amount: 50,
  currency: 'BAHT',
  createdAt: '2026-11-21T07:00:00Z',
  version: 3,
};

let server: TestServer;

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  server = await logInMember([]);
  server.on('GET /api/bonus', () => ok([card]));
  server.on('GET /api/lookup/notice', () => ok({ notice: '<p>Ends at {percentFail}%</p>' }));
});
afterEach(async () => {
  goOnline();
  await logOutMember();
});

// spec 8.29a
it('a bonus that the server refuses opens a dialog with the reason, and its sheet stays open', async () => {
  server.on('POST /api/bonus/activate/WELCOME', () => refusal(409, 'BONUS_FULL'));
  renderWithSheets(<BonusPage />, '?sheet=bonus&bonus=WELCOME');

  await pressButton('Claim 200.00 baht');
  await pressButton('Claim 200.00 baht bonus');

  const alert = await screen.findByRole('alertdialog', { name: 'This bonus has been fully claimed' });
  expect(alert.textContent).toContain('Choose another on the bonus page');
  await pressButton('OK');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Claim this bonus?' })).toBeTruthy();
});

it('a bonus is received after a confirmation of its amount, its turnover, and the member’s money that it locks', async () => {
  server.on('POST /api/bonus/activate/WELCOME', () => ok({ ...running, statement, wallet: wallet(1_200) }));
  renderWithSheets(<BonusPage />, '?sheet=bonus&bonus=WELCOME');

  await pressButton('Claim 200.00 baht');

  const step = screen.getByRole('dialog', { name: 'Claim this bonus?' });
  expect(step.textContent).toContain(keepTogether('200.00 baht'));
  expect(step.textContent).toContain(keepTogether('To wager before you can withdraw14,400.00 baht'));
  await waitFor(() =>
    expect(step.textContent).toContain(
      keepTogether("Your own money you can't withdraw until then1,000.00 baht"),
    ),
  );
  expect(server.calls).not.toContain('POST /api/bonus/activate/WELCOME');
  await pressButton('Back to the terms');
  expect(screen.getByRole('dialog', { name: 'Welcome 20%' })).toBeTruthy();
  await pressButton('Claim 200.00 baht');
  await pressButton('Claim 200.00 baht bonus');
  await waitFor(() => expect(server.calls).toContain('POST /api/bonus/activate/WELCOME'));
});

it('while offline, a bonus can be read, but not received', async () => {
  renderWithSheets(<BonusPage />, '?sheet=bonus&bonus=WELCOME');
  await screen.findByText('Ends at 5%');

  await goOffline();

  await screen.findByText("You're offline. You can claim a bonus when you're back online");
  expect(screen.getByText('Ends at 5%')).toBeTruthy();
  const buttonText = screen.getByText('Claim 200.00 baht', { selector: 'button, button *' });
  expect(buttonText.closest('button')!.disabled).toBe(true);
});

// spec 5.39
it('a promotion that was typed in small letters is looked up and received by its code in capitals', async () => {
  server.on('GET /api/promotion/find/KRAPAO50', () => ok(promotion));
  server.on('POST /api/promotion/activate/KRAPAO50', () =>
    ok({ ...running, statement, wallet: wallet(1_050) }),
  );
  renderWithSheets(<BonusPage />);
  const box = await screen.findByRole('textbox', { name: 'Promotion code' });

  await pressButton('Search');
  expect(await screen.findByText('Enter a code first')).toBeTruthy();
  fireEvent.change(box, { target: { value: 'kraPao50' } });
  await pressButton('Search');
  await pressButton('Claim 50.00 baht');
  await pressButton('Claim 50.00 baht bonus');

  await screen.findByRole('heading', { name: 'Your active promotion' });
  expect(server.calls.filter((call) => call.includes('/promotion/'))).toEqual([
    'GET /api/promotion/find/KRAPAO50',
    'POST /api/promotion/activate/KRAPAO50',
  ]);
});

// spec 8.31
it('a promotion that cannot be cancelled opens a dialog with the reason, and can be cancelled later', async () => {
  await withMemberDb('M1', (db) => putHomeRow(db, 'bonus', running, 1));
  server.on('POST /api/bonus/clear', () => refusal(409, 'BONUS_CONDITION'));
  renderWithSheets(<BonusPage />);
  await pressButton('Cancel bonus');
  await pressButton('Yes, cancel the bonus');

  const alert = await screen.findByRole('alertdialog');
  expect(alert.textContent).toContain('Transfer your money back from all games first');
  await pressButton('OK');
  server.on('POST /api/bonus/clear', () => ok({ statement, wallet: wallet(1_000) }));
  await pressButton('Yes, cancel the bonus');

  await screen.findByText('Bonus cancelled');
  await screen.findByRole('textbox', { name: 'Promotion code' });
});
