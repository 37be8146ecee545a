import { keepTogether } from '@/i18n/keep-together';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { logout } from '@/data/app/logout';
import { getSession, login } from '@/data/session/session';
import { startI18n } from '@/i18n';
import { Sheet } from '@/ui/sheet';
import { ToastViewport } from '@/ui/toast';
import { transferLine, wallet } from '../../../../test/games';
import { refusal } from '../../../../test/network';
import { ok, stubServer, type TestServer } from '../../../../test/server';
import RefundSheet from './refund-sheet';

vi.mock('@/nav/sheets');
let server: TestServer;
let check: Record<string, unknown>;

beforeAll(() => startI18n('en'));

beforeEach(async () => {
  check = {
    result: true,
    bonus: false,
    info: '<p>How it is reckoned</p>',
    refundAmount: 24,
    refundSuccess: 0,
    refundFail: 1,
    balance: 0,
    soFar: 3.1,
    dayMost: 5_000,
  };
  server = stubServer();
  server.on('POST /api/login', () => ok({ token: 't', expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/refund/check', () => ok(check));
  server.on('GET /api/refund/banners', () => ok({ banners: [] }));
  server.on('POST /api/refund', () => ok({ total: 0, refunds: [] }));
  await login({ username: '08', password: 'x', rememberMe: true });
});

afterEach(async () => {
  cleanup();
  if (getSession()) await logout('discard');
  vi.unstubAllGlobals();
});

function openSheet(): void {
  render(
    <>
      <Sheet open onClose={() => {}}>
        <RefundSheet />
      </Sheet>
      <ToastViewport />
    </>,
  );
}

const pressClaim = async () =>
  fireEvent.click(await screen.findByRole('button', { name: /^Claim 24.00\sbaht/ }));

const refund = { _id: 'r1', refundAmount: 24, createdAt: '2026-11-20T10:00:00Z', version: 1 };

describe('the refund', () => {
  // spec 2.48, 2.67
  it('the refund sheet shows the amount due, the percentages, the daily maximum, the day so far and the operators’ text', async () => {
    check.info = '<p>How it is <b>reckoned</b></p>';
    check.refundSuccess = 0.5;
    openSheet();

    expect((await screen.findByText('reckoned')).outerHTML).toBe('<b>reckoned</b>');
    expect(screen.getByText('Ready to claim').nextElementSibling!.textContent).toMatch(/^24\.00/);
    expect(screen.getByText('1% of your net losses back')).toBeTruthy();
    expect(screen.getByText('0.5% of your net wins')).toBeTruthy();
    expect(screen.getByText(/^Up to 5,000.00\sbaht a day$/)).toBeTruthy();
    expect(screen.getByText(/3.10\sbaht so far/)).toBeTruthy();
  });

  // spec 2.68
  it('the refund log shows what was received and when, ten per page', async () => {
    let requestBody: unknown;
    server.on('POST /api/refund', ({ body }) => {
      requestBody = body;
      const refunds = Array.from({ length: 10 }, (_, i) => ({
        _id: `r${i}`,
        refundAmount: 30 + i,
        createdAt: `2026-11-${String(20 - i).padStart(2, '0')}T10:00:00Z`,
        version: 1,
      }));
      return ok({ total: 11, refunds });
    });
    openSheet();

    const rows = await screen.findAllByText('Refund claimed');
    expect(rows).toHaveLength(10);
    expect(rows[3]!.closest('li')!.textContent).toBe('Refund claimed17/11/2026 17:00:00+33.00');
    expect(screen.getByRole('button', { name: 'Page 2' })).toBeTruthy();
    expect(requestBody).toEqual({ page: 1, limit: 10 });
  });

  // spec 2.50c, 2.68, 4.16
  it('receiving a refund fetches its state and the wallet again', async () => {
    server.on('POST /api/refund/receive', () => ok({ message: 'REFUND_SUCCESS', refund, balance: 24 }));
    const countLoads = () => server.calls.filter((each) => each === 'GET /api/wallet').length;
    openSheet();
    await pressClaim();
    // The sheet and the confirmation each send a request when they open.
    await waitFor(() => expect(countLoads()).toBe(2));
    await pressClaim();

    await waitFor(() => expect(countLoads()).toBe(3));
    expect(server.calls).toContain('POST /api/refund/receive');
    const toasts = document.querySelector<HTMLElement>('[data-toasts]')!;
    expect(await within(toasts).findByText('Refund claimed. Now add it to your wallet')).toBeTruthy();
  });

  // spec 4.16
  it('the refund button is disabled if there is no refund', async () => {
    check.result = false;
    check.refundAmount = 0;
    openSheet();

    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Claim refund' });
    expect(button.disabled).toBe(true);
  });

  // spec 4.16
  it('a refund that a bonus blocks cannot be received, and the sheet shows why', async () => {
    check.bonus = true;
    openSheet();

    const button = await screen.findByRole<HTMLButtonElement>('button', {
      name: keepTogether('Claim 24.00 baht'),
    });
    expect(button.disabled).toBe(true);
    expect(screen.getByText('You can claim this when your bonus ends')).toBeTruthy();
  });

  // spec 2.47h
  it('the refund sheet shows the operators’ banners in a carousel first', async () => {
    const buildBanner = (image: string) => ({ image, html: `<p>About ${image}</p>` });
    server.on('GET /api/refund/banners', () =>
      ok({ banners: [buildBanner('/a.svg'), buildBanner('/b.svg')] }),
    );
    openSheet();
    const carousel = within(await screen.findByRole('region', { name: 'Refund' }));
    expect(carousel.getByRole('status').textContent).toBe(keepTogether('1 of 2'));

    fireEvent.click(carousel.getByRole('button', { name: 'Next' }));

    expect(carousel.getByRole('status').textContent).toBe(keepTogether('2 of 2'));
    expect(carousel.getByText('About /b.svg')).toBeTruthy();
    fireEvent.click(screen.getAllByRole('button', { name: 'Next' }).at(-1)!);
    expect(await screen.findByText('How it is reckoned')).toBeTruthy();
  });

  // spec 4.17, 8.28
  it('a refund that was moved to the wallet is reported in a toast', async () => {
    check.balance = 12;
    server.on('POST /api/refund/addWallet', () =>
      ok({ message: 'REFUND_SUCCESS', statement: transferLine, wallet: wallet(12) }),
    );
    openSheet();
    const pressAdd = async () =>
      fireEvent.click(await screen.findByRole('button', { name: /^Add 12.00\sbaht/ }));
    await pressAdd();
    await screen.findByRole('heading', { name: 'Add refund to wallet' });
    expect(server.calls).not.toContain('POST /api/refund/addWallet');
    await pressAdd();

    const toasts = document.querySelector<HTMLElement>('[data-toasts]')!;
    expect(await within(toasts).findByText('Refund claimed')).toBeTruthy();
    expect(within(toasts).queryByRole('alert')).toBeNull();
  });

  // spec 8.38d
  it('a received refund is reported with the server’s text', async () => {
    server.on('POST /api/refund/receive', () => ok({ message: 'Come again', refund, balance: 24 }));
    openSheet();
    await pressClaim();
    await pressClaim();

    expect(await screen.findByText('Come again')).toBeTruthy();
  });

  // spec 9.30
  it('received refunds are listed, ten per page', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => ({
      _id: `r${i}`,
      refundAmount: 100 + i,
      createdAt: new Date(Date.UTC(2026, 10, 20 - i)).toISOString(),
      version: 20 - i,
    }));
    server.on('POST /api/refund', ({ body }) => {
      const { page, limit } = body as { page: number; limit: number };
      return ok({ total: 12, refunds: rows.slice((page - 1) * limit, page * limit) });
    });
    openSheet();
    await screen.findByText('+100.00');
    expect(screen.getAllByText(/^\+1\d\d\.00$/)).toHaveLength(10);

    fireEvent.click(screen.getByRole('button', { name: 'Page 2' }));

    await screen.findByText('+111.00');
    expect(screen.getAllByText(/^\+1\d\d\.00$/)).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Page 3' })).toBeNull();
  });

  // spec 8.27c
  it('a refused refund shows the reason in a red toast, and the sheet stays', async () => {
    server.on('POST /api/refund/receive', () => refusal(409, 'REFUND_CONDITION'));
    openSheet();
    await pressClaim();
    await pressClaim();

    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain("can't claim your refund yet"),
    );
    expect(screen.getByRole('button', { name: /^Claim 24.00\sbaht/ })).toBeTruthy();
  });
});
