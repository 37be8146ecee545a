import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { logOutMember, logInMember, createSlot, wallet } from '../../../test/games';
import { ModelHistory } from '../../../test/model-history';
import { ok, type TestServer } from '../../../test/server';
import { startI18n } from '@/i18n';
import { showSheet } from '@/nav/sheets';
import { ToastViewport } from '@/ui/toast';
import { WalletCard } from './wallet-card';

vi.mock('@/nav/sheets');
let server: TestServer;

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  const slots = [createSlot('pg', 'PG Soft', { amount: 100.25 }), createSlot('imi', 'IMI', { amount: 34.5 })];
  server = await logInMember(slots);
  server.on('GET /api/wallet', () =>
    ok({
      wallet: wallet(1_000),
      profile: { _id: 'M1', name: 'Mali', coin: 7 },
      invite: { amount: 50, soFar: 0, success: 0, fail: 1 },
      bankAccount: {},
      slots,
    }),
  );
});
afterEach(logOutMember);

const findValue = (label: string) => screen.getByText(label).nextElementSibling!;

// spec 2.34a, 2.34b, 2.34d, 2.34e, 2.35a, 2.35b, 2.35c, 2.36, 2.37, 2.38, D3.95
it('the wallet card shows the member, wallet and games as one sum, the coins, and the invite bonus with its button', async () => {
  render(<WalletCard pendingLink={(words) => <a href="/lines">{words}</a>} />);
  await screen.findByText('Mali');

  const card = screen.getByRole('region', { name: 'My wallet' });
  await waitFor(() => expect(card.textContent).toContain('Total balance'));
  expect(card.textContent).toMatch(/1,134\.75\s*baht/);
  expect(within(card).getByText(/^as of \d\d:\d\d$/)).toBeTruthy();
  expect(findValue('Coins').textContent).toBe('7');
  expect(findValue('Invite bonus').textContent).toContain('50.00');
  fireEvent.click(within(card).getByRole('button', { name: 'Claim invite bonus' }));
  expect(showSheet).toHaveBeenCalledExactlyOnceWith('collect');
});

// spec D3.96
it('the wallet card shows pending money below the total, with the sum of both and a link to the lines', async () => {
  server.on('GET /api/wallet', () =>
    ok({
      wallet: { ...wallet(1_000), onTheWay: 100.5 },
      profile: {},
      invite: {},
      bankAccount: {},
      slots: [],
    }),
  );
  render(<WalletCard pendingLink={(words) => <a href="/lines">{words}</a>} />);

  const pendingLink = await screen.findByRole('link');

  expect(pendingLink.textContent).toBe('In progress 100.50Total with this 1,100.50');
  await waitFor(() =>
    expect(screen.getByRole('region').textContent).toMatch(/Total balance.*1,000\.00\s*baht.*In progress/),
  );
});

it('the wallet card shows a member without statement lines how to start, with their own account', async () => {
  server.on('GET /api/wallet', () =>
    ok({
      wallet: wallet(0),
      profile: { _id: 'M1', name: 'Mali', coin: 0 },
      invite: { amount: 0 },
      bankAccount: {
        bankCode: 'KTB',
        bank: { nameTH: 'กรุงไทย', nameEN: 'Krungthai', nameLO: '' },
        bankAccountNo: '9387403723',
      },
      slots: [createSlot('pg', 'PG Soft', { amount: 0 })],
    }),
  );
  server.on('POST /api/statement', () => ok({ statements: [], total: 0 }));
  render(<WalletCard pendingLink={(words) => <a href="/lines">{words}</a>} />);

  await screen.findByText(/^Start with a deposit from K.+••3723\. It usually takes 1 minute$/);

  expect(screen.queryByText('In wallet')).toBeNull();
});

it('the wallet card shows no pending money if there is none', async () => {
  render(<WalletCard pendingLink={(words) => <a href="/lines">{words}</a>} />);

  await screen.findByText('Mali');

  expect(screen.queryByRole('link')).toBeNull();
});

// spec 2.35b
it('the refresh button fetches the wallet and all games again', async () => {
  server.on('GET /api/wallet/refresh/slot', () => ok({ slots: [] }));
  server.on('GET /api/sync', () => ok(new ModelHistory().sync('')));
  render(
    <>
      <WalletCard pendingLink={(words) => <a href="/lines">{words}</a>} />
      <ToastViewport />
    </>,
  );
  await screen.findByText('Mali');
  server.calls.length = 0;

  fireEvent.click(screen.getByRole('button', { name: 'Check the latest balance' }));

  await waitFor(() => expect(server.calls).toContain('GET /api/wallet/refresh/slot'));
  expect(server.calls).toContain('GET /api/wallet');
  expect(await screen.findByText('The balance is up to date')).toBeTruthy();
});
