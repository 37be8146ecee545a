import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DepositMethods } from '@/data/domains/cash/types';
import { putResource } from '@/data/engine/resources/refresh';
import { logout } from '@/data/app/logout';
import { getSession, login } from '@/data/session/session';
import { withMemberDb } from '@/data/storage/storage';
import { startI18n } from '@/i18n';
import { showSheetOver } from '@/nav/sheets';
import { Sheet } from '@/ui/sheet';
import { refusal } from '../../../test/network';
import { expectNoErrorShown } from '../../../test/no-error-shown';
import {
  account,
  selectGateway,
  findButton,
  kbank,
  createLiveQr,
  createEmptyQr,
  renderDepositSheet as open,
  pressButton,
  serveDeposits,
  qrStates,
  openQrTab,
  depositMethods,
  ww,
} from '../../../test/deposit-sheet';
import { ok, type TestServer } from '../../../test/server';
import { groupEntries, listOpenMethods } from './deposit-draft';
import DepositSheet from './deposit-sheet';
import { canCreateQr, isTooLittle } from './qr/qr-rules';

vi.mock('@/nav/sheets');

describe('the tabs of a deposit', () => {
  const methodsWith = (some: Partial<DepositMethods>) =>
    listOpenMethods({ ...depositMethods, ...some }, groupEntries({ ...depositMethods, ...some }));

  // spec 2.54
  it('the tabs of a deposit are the methods that the lookup offers', () => {
    expect(methodsWith({})).toEqual(['bank', 'qr', 'wallet']);
    expect(methodsWith({ qr: [] })).toEqual(['bank', 'wallet']);
    expect(methodsWith({ banks: [], qr: [] })).toEqual(['wallet']);
    expect(methodsWith({ banks: [], qr: [], wallets: [] })).toEqual([]);
  });
});

// spec P8.6
it('the deposit sheet shows the wallet’s amount', async () => {
  const wallet = { amount: 250, currency: 'BAHT', asOf: new Date().toISOString() };
  await withMemberDb('M1', (db) => db.home.put({ key: 'wallet', value: wallet, fetchedAt: Date.now() }));

  open();

  await screen.findByText('In the wallet: 250.00 baht');
});

describe('each entry of the lookup is shown', () => {
  const payment = {
    ...account,
    bankCode: 'SCB',
    bankType: 'PAYMENT' as const,
    bankAccountName: 'GATEWAY CO',
  };
  const sms = { ...account, mode: 'SMS' as const, bankAccountName: 'SMS CO' };
  const showLookup = async (some: Partial<DepositMethods>) => {
    server.on('GET /api/lookup/deposit', () => ok({ ...depositMethods, wallets: [], ...some }));
    render(
      <Sheet open onClose={() => {}}>
        <DepositSheet />
      </Sheet>,
    );
  };

  // spec 2.55a, 2.55b
  it('a lookup with only a payment gateway and KBANK by SMS has only the QR tab', () => {
    const only = { ...depositMethods, banks: [payment, sms], qr: [], wallets: [] };

    expect(listOpenMethods(only, groupEntries(only))).toEqual(['qr']);
  });

  it('a gateway that is not open is shown as closed, with its name', async () => {
    await showLookup({ banks: [payment, sms], qr: [] });

    expect(await screen.findByText('GATEWAY CO')).toBeTruthy();
    expect(screen.getByText('SMS CO')).toBeTruthy();
    expect(screen.getAllByText(/available for this account yet/)).toHaveLength(2);
  });

  // spec 2.55a, 2.55b, 2.57c
  it('the account of an open gateway is shown in its QR section', async () => {
    await showLookup({ banks: [payment, sms], qr: [kbank] });

    expect(await screen.findByText("Payee's account name: SMS CO")).toBeTruthy();
    expect(screen.getByText('GATEWAY CO')).toBeTruthy();
    expect(screen.getAllByText(/available for this account yet/)).toHaveLength(1);
  });

  // spec P8.2
  it('every deposit method links to the member’s own limits', async () => {
    await showLookup({});
    for (const methodTab of await screen.findAllByRole('tab')) {
      fireEvent.click(methodTab);
      vi.mocked(showSheetOver).mockClear();

      fireEvent.click(await screen.findByRole('button', { name: 'My deposit limits' }));

      expect(showSheetOver).toHaveBeenCalledExactlyOnceWith('limits');
    }
  });

  // spec 9.19, 9.20
  it('the deposit sheet shows how long a deposit takes, and how long a slip is valid', async () => {
    await showLookup({ qr: [] });

    expect(
      await screen.findByText(
        "Your wallet is credited within 1 minute. If it isn't, upload the slip within 1 hour of the transfer",
      ),
    ).toBeTruthy();
  });

  // spec 2.57b
  it('an account that accepts money automatically shows bank, holder and number', async () => {
    await showLookup({ banks: [account], qr: [] });

    for (const words of ['Kasikornbank', 'KRAPAO', '048-392-1567', 'Automatic'])
      expect(await screen.findByText(words), words).toBeTruthy();
  });

  // spec 2.58
  it('an account in manual mode shows plain details', async () => {
    await showLookup({ banks: [account, payment, sms], qr: [], isManual: true });

    expect(await screen.findByText('GATEWAY CO')).toBeTruthy();
    expect(screen.getByText('SMS CO')).toBeTruthy();
    expect(screen.getAllByText('048-392-1567')).toHaveLength(3);
    expect(screen.getAllByText('Kasikornbank')).toHaveLength(3);
    expect(screen.queryByText(/available for this account yet/)).toBeNull();
    expect(screen.queryByText('Automatic')).toBeNull();
  });
});

describe('requesting a QR', () => {
  // spec 5.34a, 5.34b, 5.35
  it.each([
    [kbank, undefined, false],
    [kbank, 0, false],
    [kbank, 99, false],
    [kbank, 100, true],
    [ww, 9_999, false],
    [ww, 10_000, true],
  ] as const)('a QR by %j with %j satang can be requested: %j', (offer, satang, can) => {
    expect(canCreateQr(offer, satang)).toBe(can);
    expect(isTooLittle(offer, satang)).toBe(!can && Boolean(satang));
  });
});

let server: TestServer;
const paid = {
  _id: 'line-KBANK-500',
  statementType: 'deposit' as const,
  status: 'SUCCESS' as const,
  from: 'QR KBANK',
  to: 'WALLET',
  fromPlace: { kind: 'qr' as const, code: 'KBANK' },
  toPlace: { kind: 'wallet' as const },
  amount: 500,
  currency: 'BAHT',
  createdAt: new Date().toISOString(),
  version: 9,
  canCancel: false,
};

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  server = serveDeposits();
  await login({ username: '08', password: 'x', rememberMe: true });
});
afterEach(async () => {
  cleanup();
  if (getSession()) await act(() => logout('discard'));
  vi.unstubAllGlobals();
});

describe('depositing by QR', () => {
  // spec 5.34a
  it.each(['', '0', '0.00'])(
    'no QR code is requested from KBANK for an empty or zero amount: "%s"',
    async (typed) => {
      await openQrTab();
      fireEvent.change(screen.getByLabelText('Amount', { selector: 'input' }), { target: { value: typed } });

      expect((await findButton('Enter an amount')).disabled).toBe(true);
    },
  );

  // spec 5.35
  it('no QR code is requested for less than a baht, and no alert is shown', async () => {
    await openQrTab();
    fireEvent.change(screen.getByLabelText('Amount', { selector: 'input' }), { target: { value: '0.99' } });
    const create = await findButton('Make a QR code for 0.99 baht');

    fireEvent.click(create);

    expect(create.disabled).toBe(true);
    expect(server.calls.filter((each) => each.startsWith('POST /api/qrcode/'))).toEqual([]);
    expectNoErrorShown();
  });

  // spec 5.34b
  it('no QR code is requested below the gateway’s minimum', async () => {
    await openQrTab();
    await selectGateway('Channel 2');
    fireEvent.change(screen.getByLabelText('Amount', { selector: 'input' }), { target: { value: '99' } });

    expect((await findButton('Make a QR code for 99.00 baht')).disabled).toBe(true);
    fireEvent.click(screen.getByRole('radio', { name: /^Channel 1/ }));
    await waitFor(async () =>
      expect((await findButton('Make a QR code for 99.00 baht')).disabled).toBe(false),
    );
  });

  // spec 4.14, D1.31
  it('the QR code is shown with the amount to pay, and the other gateways are fetched again', async () => {
    await openQrTab();
    await pressButton('500');
    server.calls.length = 0;
    await pressButton('Make a QR code for 500.00 baht');

    const picture = await screen.findByAltText('QR code to pay 500.00 baht');
    expect(picture.getAttribute('src')).toMatch(/^data:image\/svg\+xml/);
    for (const other of ['WW', 'ZPAY', 'PAYONEX'])
      await waitFor(() => expect(server.calls).toContain(`GET /api/qrcode/${other}`));
  });

  it('an amount to pay that differs by satang is pointed out', async () => {
    server.on('POST /api/qrcode/KBANK', () => ok(createLiveQr('KBANK', 500, { transferAmount: 500.07 })));
    await openQrTab();
    await pressButton('500');
    await pressButton('Make a QR code for 500.00 baht');

    await screen.findByText(/Pay exactly this amount/);
  });

  // spec 4.15, 8.34
  it('the gateway’s own message is shown in red if it makes no code', async () => {
    server.on('POST /api/qrcode/KBANK', () =>
      ok({ ...createEmptyQr('KBANK'), message: 'Closed for the night' }),
    );
    await openQrTab();
    await pressButton('500');
    await pressButton('Make a QR code for 500.00 baht');

    expect((await screen.findByText('Closed for the night')).closest('[role=alert]')).not.toBeNull();
    await screen.findByRole('tab', { name: 'QR code' });
  });

  it('a deposit that the member’s limits forbid shows a link to the limits', async () => {
    const response = { message: 'DEPOSIT_LIMIT', requestId: 'testtesttesttest', period: 'day', left: 200 };
    server.on('POST /api/qrcode/KBANK', () => Response.json(response, { status: 409 }));
    await openQrTab();
    await pressButton('500');
    await pressButton('Make a QR code for 500.00 baht');

    await screen.findByText(/which has 200\.00\sbaht left/);
    fireEvent.click(screen.getByRole('button', { name: 'See limits' }));
    expect(showSheetOver).toHaveBeenCalledWith('limits');
  });

  it('a paid QR ends with the money in the wallet', async () => {
    await openQrTab();
    await pressButton('500');
    await pressButton('Make a QR code for 500.00 baht');
    await screen.findByAltText('QR code to pay 500.00 baht');

    await act(() => withMemberDb('M1', (db) => db.statement.put(paid)));

    await screen.findByText('500.00 baht is in your wallet', { selector: 'p' });
  });

  it('a payment that may not enter the wallet shows the reason', async () => {
    await openQrTab();
    await pressButton('500');
    await pressButton('Make a QR code for 500.00 baht');
    await screen.findByAltText('QR code to pay 500.00 baht');

    await act(() =>
      withMemberDb('M1', (db) => db.statement.put({ ...paid, status: 'FAILED', note: 'DEPOSIT_LIMIT' })),
    );

    await screen.findByText("We'll send 500.00 baht back to you", { selector: 'p' });
    await screen.findByText('This is over the deposit limit you set');
  });

  it('a payment of another QR with the same gateway and amount does not complete this QR', async () => {
    await openQrTab();
    await pressButton('500');
    await pressButton('Make a QR code for 500.00 baht');
    await screen.findByAltText('QR code to pay 500.00 baht');

    await act(() =>
      withMemberDb('M1', (db) => db.statement.put({ ...paid, _id: 'line-of-an-earlier-code' })),
    );

    await expect(
      screen.findByText('500.00 baht is in your wallet', { selector: 'p' }, { timeout: 500 }),
    ).rejects.toThrow();
    screen.getByAltText('QR code to pay 500.00 baht');
  });

  it('a cancelled QR leads back to the methods', async () => {
    server.on('DELETE /api/qrcode/q-KBANK-500', () => {
      qrStates.clear();
      return ok(createEmptyQr('KBANK'));
    });
    await openQrTab();
    await pressButton('500');
    await pressButton('Make a QR code for 500.00 baht');
    await pressButton('Cancel QR code');

    await screen.findByText('QR code cancelled');
    await screen.findByRole('tab', { name: 'QR code' });
  });

  it('an unpaid QR is offered when the sheet opens again', async () => {
    qrStates.set('WW', createLiveQr('WW', 300));
    await openQrTab();

    await pressButton('Open QR code');

    await screen.findByAltText('QR code to pay 300.00 baht');
  });

  it('the deposit sheet stays at its method if the unpaid QR has ended', async () => {
    await act(() => putResource('M1', 'qr', createLiveQr('WW', 300), 'WW'));
    let respond = () => {};
    server.on(
      'GET /api/qrcode/WW',
      () => new Promise<Response>((resolve) => (respond = () => resolve(ok(createEmptyQr('WW'))))),
    );
    open();
    await screen.findByText('You have an unpaid QR code');
    await waitFor(() => expect(server.calls).toContain('GET /api/qrcode/WW'));

    await act(async () => respond());

    await waitFor(() => expect(screen.queryByText('You have an unpaid QR code')).toBeNull());
    expect(screen.getByRole('tab', { name: 'QR code' }).getAttribute('aria-selected')).toBe('true');
  });

  it('a QR code whose payment has arrived is not offered, even before the server reports its end', async () => {
    await act(() => putResource('M1', 'qr', createLiveQr('KBANK', 500), 'KBANK'));
    await withMemberDb('M1', (db) => db.statement.put(paid));
    for (const provider of ['KBANK', 'WW'])
      server.on(`GET /api/qrcode/${provider}`, () => refusal(500, 'INTERNAL_SERVER_ERROR'));
    await openQrTab();

    await pressButton('500');
    await findButton('Make a QR code for 500.00 baht');

    expect(screen.queryByText('You have an unpaid QR code')).toBeNull();
  });

  // spec 4.12b
  it('the remaining time of a QR code is counted down', async () => {
    server.on('POST /api/qrcode/KBANK', () =>
      ok(createLiveQr('KBANK', 500, { expireIn: new Date(Date.now() + 458_000).toISOString() })),
    );
    await openQrTab();
    await pressButton('500');
    await pressButton('Make a QR code for 500.00 baht');

    expect((await screen.findByRole('timer')).textContent).toMatch(/^07:[0-3]\d/);
  });

  // spec 4.12b, 4.13a
  it('an expired QR code is blurred, and another code of the same amount can be made', async () => {
    server.on('POST /api/qrcode/KBANK', () =>
      ok(createLiveQr('KBANK', 500, { expireIn: new Date(Date.now() + 700).toISOString() })),
    );
    await openQrTab();
    await pressButton('500');
    await pressButton('Make a QR code for 500.00 baht');
    await screen.findByText('This code has expired');
    server.on('POST /api/qrcode/KBANK', ({ body }) =>
      ok(createLiveQr('KBANK', (body as { amount: number }).amount, { qrcodeId: 'second' })),
    );

    await pressButton('Make a new one');

    await waitFor(() => expect(screen.queryByText('This code has expired')).toBeNull());
    await screen.findByAltText('QR code to pay 500.00 baht');
  });
});
