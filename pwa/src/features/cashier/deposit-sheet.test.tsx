import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { logout } from '@/data/app/logout';
import { getSession, login } from '@/data/session/session';
import { startI18n } from '@/i18n';
import { findButton, renderDepositSheet, pressButton, serveDeposits } from '../../../test/deposit-sheet';
import { renderWithSheets } from '../../../test/member-sheets';
import { ModelHistory } from '../../../test/model-history';
import { ok, type TestServer } from '../../../test/server';
import { goOnline, goOffline } from '../../../test/signal';

let server: TestServer;

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

// spec 4.13c
it('a QR code that the member reports as paid is checked, the sheet closes with a message, and the code stays payable', async () => {
  renderWithSheets(null, '?sheet=deposit');
  fireEvent.click(await screen.findByRole('tab', { name: 'QR code' }));
  await pressButton('500');
  await pressButton('Make a QR code for 500.00 baht');
  await screen.findByAltText('QR code to pay 500.00 baht');
  server.on('GET /api/sync', () => ok(new ModelHistory().sync('')));
  server.calls.length = 0;

  await pressButton('I have paid');

  await screen.findByText("We haven't received the money yet. It will appear here automatically");
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls).toContain('GET /api/wallet');
  expect(server.calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
});

it('a check of a QR code without a response does not show that the money is missing', async () => {
  renderWithSheets(null, '?sheet=deposit');
  fireEvent.click(await screen.findByRole('tab', { name: 'QR code' }));
  await pressButton('500');
  await pressButton('Make a QR code for 500.00 baht');
  await screen.findByAltText('QR code to pay 500.00 baht');

  await pressButton('I have paid');

  await screen.findByText(/^We couldn't check just now/);
  expect(screen.queryByText(/^We haven't received/)).toBeNull();
});

describe('while offline', () => {
  const expectShut = async (words: string, what = 'use this') => {
    await screen.findByText(`You're offline. You can ${what} when you're back online`);
    expect((await findButton(words)).disabled).toBe(true);
  };
  afterEach(goOnline);

  it('while offline, no QR code can be requested, and the sheet shows why', async () => {
    renderDepositSheet();
    fireEvent.click(await screen.findByRole('tab', { name: 'QR code' }));
    await pressButton('500');

    await goOffline();

    await expectShut('Make a QR code for 500.00 baht');
  });

  it('while offline, no gift link can be redeemed, and the sheet shows why', async () => {
    renderDepositSheet();
    fireEvent.click(await screen.findByRole('tab', { name: 'Gift link' }));
    const field = await screen.findByLabelText('Gift link', { selector: 'input' });
    fireEvent.change(field, { target: { value: 'https://gift.truemoney.com/campaign/?v=abc' } });

    await goOffline();

    await expectShut('Add to wallet');
  });

  it('while offline, no transfer can be announced, and the sheet shows why', async () => {
    renderDepositSheet();
    await pressButton('Tell us about a transfer before you make it');
    await pressButton('300');

    await goOffline();

    await expectShut("I'll transfer 300.00 baht", 'tell us about a transfer');
  });
});
