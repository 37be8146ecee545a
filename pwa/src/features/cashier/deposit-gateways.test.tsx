import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { putResource } from '@/data/engine/resources/refresh';
import { logout } from '@/data/app/logout';
import { getSession, login } from '@/data/session/session';
import { startI18n } from '@/i18n';
import {
  findButton,
  kbank,
  createLiveQr,
  pressButton,
  serveDeposits,
  openQrTab,
  depositMethods,
  ww,
} from '../../../test/deposit-sheet';
import { refusal } from '../../../test/network';
import { ok, type TestServer } from '../../../test/server';

vi.mock('@/nav/sheets');

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

describe('the QR method', () => {
  it('QR is one method: the amount selects the gateway, and each gateway is listed with its limits', async () => {
    const resting = { ...ww, resting: true };
    server.on('GET /api/lookup/deposit', () =>
      ok({ ...depositMethods, qr: [kbank, resting], qrPaused: ['ZPAY'] }),
    );
    await openQrTab();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByText(/KBANK|WW|ZPAY/)).toBeNull();

    await pressButton('Use another channel');
    screen.getByText(/had trouble recently/);
    fireEvent.change(screen.getByLabelText('Amount', { selector: 'input' }), { target: { value: '50' } });

    screen.getByRole('radio', { name: /^Channel 2.*100/ });
    expect((screen.getByRole('radio', { name: /^Channel 5.*Closed/ }) as HTMLInputElement).disabled).toBe(
      true,
    );
    expect((screen.getByRole('radio', { name: /^Choose for me/ }) as HTMLInputElement).checked).toBe(true);
  });

  it('a gateway that makes no code is reported, and a tap requests a code from the next gateway', async () => {
    server.on('POST /api/qrcode/KBANK', () => refusal(503, 'QR_FAIL'));
    await openQrTab();
    await pressButton('500');
    server.calls.length = 0;
    await pressButton('Make a QR code for 500.00 baht');

    await screen.findByText(/^Channel 1 couldn't make a code\. If you paid an earlier code/);
    const next = await findButton('Make a QR code for 500.00 baht with channel 2');
    expect(server.calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /api/qrcode/KBANK']);
    expect(server.calls).toContain('GET /api/lookup/deposit');

    fireEvent.click(next);

    await screen.findByAltText('QR code to pay 500.00 baht');
    expect(server.calls.filter((call) => call.startsWith('POST'))).toEqual([
      'POST /api/qrcode/KBANK',
      'POST /api/qrcode/WW',
    ]);
  });

  it('the panel reports that no gateway makes a code, and a retry starts with the first gateway', async () => {
    for (const provider of ['KBANK', 'WW'])
      server.on(`POST /api/qrcode/${provider}`, () => refusal(503, 'QR_FAIL'));
    await openQrTab();
    await pressButton('500');
    await pressButton('Make a QR code for 500.00 baht');
    await pressButton('Make a QR code for 500.00 baht with channel 2');
    await screen.findByText(/^No channel can make a code for this amount/);
    server.calls.length = 0;

    await pressButton('Try again for 500.00 baht');

    await screen.findByText('Make a QR code for 500.00 baht with channel 2', { selector: 'button *' });
    expect(server.calls).toContain('POST /api/qrcode/KBANK');
  });

  it('the requested gateway stays selected until its response, whatever the order of the lookup', async () => {
    let respond = () => {};
    server.on('POST /api/qrcode/KBANK', () => {
      return new Promise<Response>((resolve) => (respond = () => resolve(ok(createLiveQr('KBANK', 500)))));
    });
    await openQrTab();
    await pressButton('500');
    await pressButton('Make a QR code for 500.00 baht');
    await waitFor(() => expect(server.calls).toContain('POST /api/qrcode/KBANK'));

    await act(() => putResource('M1', 'deposit', { ...depositMethods, qr: [ww, kbank] } as never));
    expect(screen.getAllByRole('button', { busy: true })).toHaveLength(1);
    await act(async () => respond());

    await screen.findByAltText('QR code to pay 500.00 baht');
    expect(server.calls).not.toContain('POST /api/qrcode/WW');
  });
});
