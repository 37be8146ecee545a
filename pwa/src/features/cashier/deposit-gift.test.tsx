import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropSharedGift, storeSharedGift, claimSharedGift } from '@/data/domains/cash/shared-gift';
import { logout } from '@/data/app/logout';
import { getSession, login } from '@/data/session/session';
import { forgetSession } from '@/data/session/token';
import { startI18n } from '@/i18n';
import { Sheet } from '@/ui/sheet';
import { ToastViewport } from '@/ui/toast';
import { refusal } from '../../../test/network';
import { ok, stubServer, type TestServer } from '../../../test/server';
import DepositSheet from './deposit-sheet';

const bank = { nameTH: 'กสิกรไทย', nameEN: 'Kasikornbank', nameLO: '' };
const account = {
  bank,
  bankAccountName: 'KRAPAO',
  bankAccountNo: '0483921567',
  bankCode: 'KBANK',
  bankType: 'bank',
  currency: 'BAHT',
  mode: 'AUTO',
};
const methods = {
  banks: [account],
  isManual: false,
  wallets: [{ mode: 'gift', walletAccountName: 'KRAPAO GIFT' }],
};
let server: TestServer;

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  server = stubServer();
  server.on('POST /api/login', () => ok({ token: crypto.randomUUID(), expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/sync', () => refusal(500, 'INTERNAL_SERVER_ERROR'));
  server.on('GET /api/lookup/deposit', () => ok(methods));
  await login({ username: '08', password: 'x', rememberMe: true });
});
afterEach(async () => {
  cleanup();
  if (getSession()) await act(() => logout('discard'));
  vi.unstubAllGlobals();
});

const openSheet = () =>
  render(
    <>
      <Sheet open onClose={() => {}}>
        <DepositSheet />
      </Sheet>
      <ToastViewport />
    </>,
  );
/**
 * Finds a button by its visible text. Tests load no styles, so the busy text is part of the accessible name.
 */
const findButton = async (words: string) =>
  (await screen.findAllByText(words, { selector: 'button, button *' }))[0]!.closest('button')!;
const press = async (words: string) => fireEvent.click(await findButton(words));

describe('depositing by a gift link', () => {
  const pasteGiftLink = async (pasted: string) => {
    openSheet();
    fireEvent.click(await screen.findByRole('tab', { name: 'Gift link' }));
    fireEvent.change(await screen.findByLabelText('Gift link', { selector: 'input' }), {
      target: { value: pasted },
    });
  };
  const buildGift = (status: 'PENDING' | 'SUCCESS') => ({
    statement: {
      _id: 'g1',
      statementType: 'deposit',
      status,
      from: 'TrueMoney',
      to: 'WALLET',
      fromPlace: { kind: 'gift' },
      toPlace: { kind: 'wallet' },
      amount: 100,
      currency: 'BAHT',
      createdAt: new Date().toISOString(),
      version: 2,
    },
    wallet: { amount: 100, currency: 'BAHT', asOf: new Date().toISOString() },
  });

  // spec 5.36
  it('an empty gift link cannot be sent', async () => {
    await pasteGiftLink('  ');

    expect((await findButton('Paste the link first')).disabled).toBe(true);
  });

  // spec 2.60, 8.38c
  it('a gift link is sent sealed for the wallet of the lookup, and shown as sent', async () => {
    const sent = vi.fn();
    server.on('POST /api/wallet/truelink', ({ body }) => {
      sent(body);
      return ok(buildGift('SUCCESS'));
    });
    await pasteGiftLink('A gift for you https://gift.truemoney.com/campaign/?v=abc');
    await press('Add to wallet');

    await screen.findByText('100.00 baht is in your wallet', { selector: 'p' });
    await screen.findByText('Link received');
    expect(sent.mock.lastCall?.[0].link).toMatch(/^[\w-]+::KRAPAO GIFT$/);
  });

  // spec 8.27b
  it('a refused gift link is shown in red and stays in its field', async () => {
    server.on('POST /api/wallet/truelink', () => refusal(409, 'TRUELINK_DUPLICATE'));
    await pasteGiftLink('https://gift.truemoney.com/campaign/?v=abc');
    await press('Add to wallet');

    await screen.findByRole('alert');
    expect(screen.getByLabelText<HTMLInputElement>('Gift link', { selector: 'input' }).value).toContain(
      'v=abc',
    );
  });

  // spec 2.59, 2.60
  it('the first wallet of the lookup decides how members pay', async () => {
    const auto = { mode: 'AUTO', walletAccountName: 'KRAPAO', walletAccountNo: '0912345678' };
    server.on('GET /api/lookup/deposit', () => ok({ ...methods, wallets: [...methods.wallets, auto] }));
    openSheet();
    fireEvent.click(await screen.findByRole('tab', { name: 'Gift link' }));

    expect(await screen.findByLabelText('Gift link', { selector: 'input' })).toBeTruthy();
    expect(screen.queryByText('091-234-5678')).toBeNull();
  });

  // spec 2.59
  it('a wallet that accepts money automatically is shown', async () => {
    const wallets = [{ mode: 'AUTO', walletAccountName: 'KRAPAO', walletAccountNo: '0912345678' }];
    server.on('GET /api/lookup/deposit', () => ok({ ...methods, wallets }));
    openSheet();
    fireEvent.click(await screen.findByRole('tab', { name: 'Wallet' }));

    await screen.findByText('091-234-5678');
    expect(screen.queryByText('Add to wallet')).toBeNull();
  });
});

describe('announcing a transfer', () => {
  it('an announcement shows until when that exact amount is expected', async () => {
    const statement = {
      _id: 'a1',
      statementType: 'deposit',
      status: 'PENDING',
      from: 'KTB',
      to: 'WALLET',
      fromPlace: { kind: 'bank', code: 'KTB' },
      toPlace: { kind: 'wallet' },
      amount: 300,
      currency: 'BAHT',
      createdAt: '2026-11-21T07:00:00Z',
      version: 2,
    };
    server.on('POST /api/wallet/add', () => ok({ statement }));
    openSheet();
    await press('Tell us about a transfer before you make it');
    await press('300');
    await press("I'll transfer 300.00 baht");

    await screen.findByText('Got it. Transfer exactly 300.00 baht by 15:00');
  });
});

describe('a gift link that another app has shared', () => {
  const LINK = 'https://gift.truemoney.com/campaign/?v=0199a2b3c4d5';
  const findLinkField = () => screen.findByDisplayValue(LINK);

  it('a shared gift link fills its field, names its source, and is dismissed with the sheet', async () => {
    await storeSharedGift(LINK, null);
    openSheet();

    await findLinkField();
    expect(screen.getByText(/^This link was shared from another app/)).toBeTruthy();
    cleanup();

    await waitFor(async () => expect(await claimSharedGift('M1')).toBeNull());
  });

  it('a shared gift link is kept for its own member if the session ends while it is shown', async () => {
    await storeSharedGift(LINK, 'M1');
    openSheet();
    await findLinkField();

    act(() => forgetSession(getSession()!.token));
    cleanup();

    expect(await claimSharedGift('M2')).toBeNull();
    expect(await claimSharedGift('M1')).toBe(LINK);
    await dropSharedGift();
  });
});
