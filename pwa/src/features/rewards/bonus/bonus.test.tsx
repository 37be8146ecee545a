import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { BonusCard as Card, FoundPromotion, RunningBonus } from '@/data/api/types';
import { putHomeRow } from '@/data/engine/home/parts';
import { withMemberDb } from '@/data/storage/storage';
import { startI18n } from '@/i18n';
import { showSheet } from '@/nav/sheets';
import { Sheet } from '@/ui/sheet';
import { refusal } from '../../../../test/network';
import { logOutMember, logInMember, pressButton } from '../../../../test/games';
import { ok, type TestServer } from '../../../../test/server';
import { BonusCard } from './bonus-card';
import { BonusPage } from './bonus-page';
import BonusSheet from './bonus-sheet';
import PromotionSheet from './promotion-sheet';

vi.mock('@/nav/sheets');
const running: RunningBonus = {
  _id: 'b1',
  type: 'bonus',
  code: 'WELCOME',
  name: 'Welcome 20%',
  amount: 200,
  needed: 14_400,
  played: 0,
  left: 14_400,
  percentFail: 0,
  failAt: 0,
  createdAt: '2026-11-21T07:00:00Z',
};
const promotion: FoundPromotion = {
  code: 'KRAPAO50',
  name: 'Fifty for all',
  description: '<p>For <b>new</b> friends</p>',
  amount: 50,
  turnover: 10,
  needed: 500,
  percentFail: 5,
};

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
  state: 'open',
  banners: [
    { image: '/bonus/one.svg', html: '<p>First <b>page</b></p>' },
    { image: '/bonus/two.svg', html: '<p>Second page</p>' },
  ],
} as unknown as Card;

let server: TestServer;

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  server = await logInMember([]);
  server.on('GET /api/bonus', () => ok([]));
  server.on('GET /api/promotion/find/KRAPAO50', () => ok(promotion));
});
afterEach(logOutMember);

// spec 2.83
it.each([
  ['bonus', 'Your active bonus'],
  ['promotion', 'Your active promotion'],
] as const)(
  'an active %s is shown with a button to cancel it, and without the search for promotions',
  async (type, title) => {
    await withMemberDb('M1', (db) => putHomeRow(db, 'bonus', { ...running, type }, 1));
    render(<BonusPage />);

    await screen.findByRole('heading', { name: title });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel bonus' }));

    expect(showSheet).toHaveBeenLastCalledWith('clear-bonus');
    expect(screen.queryByRole('textbox')).toBeNull();
  },
);

// spec 2.82
it('the bonus page has a title, a required field for a code in capitals, and the cards with pictures', async () => {
  server.on('GET /api/bonus', () => ok([card, { ...card, code: 'DAILY', name: 'Daily' }]));
  render(<BonusPage />);

  expect(screen.getByRole('heading', { level: 1, name: 'Bonuses' })).toBeTruthy();
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Promotion code' });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(await screen.findByText('Enter a code first')).toBeTruthy();
  expect(showSheet).not.toHaveBeenCalledWith('promotion', expect.anything());
  fireEvent.change(box, { target: { value: 'krapao50' } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(showSheet).toHaveBeenLastCalledWith('promotion', { promotion: 'KRAPAO50' });
  await screen.findByText('Daily');
  const cards = screen.getAllByRole('listitem');
  expect(cards.map((each) => each.querySelector('img')?.getAttribute('src'))).toEqual([
    '/bonus/one.svg',
    '/bonus/one.svg',
  ]);
});

// spec 2.84
it.each([
  ['open', true, 'Claim bonus'],
  ['current', true, 'Active'],
  ['unfit', true, /^Deposit 1,000\sbaht or more/],
  ['received', false, 'Received'],
  ['full', false, 'Fully claimed'],
] as const)('a card of a bonus that is %s is a button that opens it: %s', (state, opens, words) => {
  render(<BonusCard card={{ ...card, state }} />);

  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryAllByRole('button')).toHaveLength(opens ? 1 : 0);
  if (opens) fireEvent.click(screen.getByRole('button'));
  if (opens) expect(showSheet).toHaveBeenLastCalledWith('bonus', { bonus: 'WELCOME' });
});

// spec 2.85
it.each([
  ['open', 'Claim 200.00 baht', 'OK'],
  ['current', 'OK', 'Claim 200.00 baht'],
] as const)(
  'a bonus that is %s shows pictures with texts, the notice, and the button %s only',
  async (state, action, other) => {
    server.on('GET /api/bonus', () => ok([{ ...card, state }]));
    server.on('GET /api/lookup/notice', () => ok({ notice: '<p>Ends at {percentFail}%</p>' }));
    render(
      <Sheet open onClose={() => {}}>
        <BonusSheet code="WELCOME" />
      </Sheet>,
    );

    const pictures = within(await screen.findByRole('region', { name: 'Pictures of the bonus' }));
    expect([...document.querySelectorAll('li img')].map((img) => img.getAttribute('src'))).toEqual([
      '/bonus/one.svg',
      '/bonus/two.svg',
    ]);
    expect(pictures.getByText('page').outerHTML).toBe('<b>page</b>');
    expect(pictures.getByText('Second page')).toBeTruthy();
    expect(await screen.findByText('Ends at 5%')).toBeTruthy();
    expect(screen.getByText(action, { selector: 'button, button *' })).toBeTruthy();
    expect(screen.queryByText(other, { selector: 'button, button *' })).toBeNull();
  },
);

// spec 2.86
it('a promotion is shown as searching, and then with its text and the share at which it ends', async () => {
  let respond = () => {};
  server.on('GET /api/promotion/find/KRAPAO50', async () => {
    await new Promise<void>((resolve) => (respond = resolve));
    return ok(promotion);
  });
  render(
    <Sheet open onClose={() => {}}>
      <PromotionSheet code="KRAPAO50" />
    </Sheet>,
  );
  expect(await screen.findByText('Looking for KRAPAO50')).toBeTruthy();
  await waitFor(() => expect(server.calls).toContain('GET /api/promotion/find/KRAPAO50'));

  respond();

  expect((await screen.findByText('new')).outerHTML).toBe('<b>new</b>');
  expect(screen.getByText(/falls to 5% of your wallet/)).toBeTruthy();
  expect(screen.getByText('Claim 50.00 baht', { selector: 'button, button *' })).toBeTruthy();
});

// spec 2.86, 8.35
it('an unknown promotion is reported as unknown', async () => {
  server.on('GET /api/promotion/find/NOTHING', () => refusal(404, 'NO_PROMOTION'));
  render(
    <Sheet open onClose={() => {}}>
      <PromotionSheet code="NOTHING" />
    </Sheet>,
  );

  expect(await screen.findByText('Promotion not found')).toBeTruthy();
});

// spec 8.29b
it('a refused promotion opens a dialog with the server’s reason', async () => {
  server.on('POST /api/promotion/activate/KRAPAO50', () => refusal(409, 'PROMOTION_RECEIVED'));
  render(
    <Sheet open onClose={() => {}}>
      <PromotionSheet code="KRAPAO50" />
    </Sheet>,
  );

  await pressButton('Claim 50.00 baht');
  await pressButton('Claim 50.00 baht bonus');

  await screen.findByRole('alertdialog', { name: 'This promotion has already been claimed' });
});
