/** The deposit sheet in tests: two gateways, and the member's actions in the sheet. */
import { fireEvent, render, screen } from '@testing-library/react';
import type { DepositMethods, QrProvider, QrState } from '@/data/domains/cash/types';
import DepositSheet from '@/features/cashier/deposit-sheet';
import { Sheet } from '@/ui/sheet';
import { ToastViewport } from '@/ui/toast';
import { refusal } from './network';
import { ok, stubServer, type TestServer } from './server';

export const kbank = { provider: 'KBANK' as const, minDeposit: 10, presets: [10, 20, 50, 100, 500, 1000] };
export const ww = { provider: 'WW' as const, minDeposit: 100, presets: [100, 200, 300, 500, 1000] };
export const account = {
  bank: { nameTH: 'กสิกรไทย', nameEN: 'Kasikornbank', nameLO: '' },
  bankAccountName: 'KRAPAO',
  bankAccountNo: '0483921567',
  bankCode: 'KBANK',
  bankType: 'bank' as const,
  currency: 'BAHT',
  mode: 'AUTO' as const,
};
export const depositMethods: DepositMethods = {
  banks: [account],
  isManual: false,
  wallets: [{ mode: 'gift', walletAccountName: 'KRAPAO GIFT', walletAccountNo: '' }],
  qr: [kbank, ww],
};

/** The state that each gateway reports. */
export const qrStates = new Map<QrProvider, QrState>();

export const createEmptyQr = (provider: QrProvider): QrState => ({
  qrcodeId: '',
  lineId: null,
  provider,
  hasQrcode: false,
  qrcode: '',
  amount: 0,
  transferAmount: 0,
  expireIn: null,
  message: '',
  timeLimit: 10,
  minDeposit: 10,
});
export const createLiveQr = (provider: QrProvider, amount: number, more: Partial<QrState> = {}): QrState => ({
  ...createEmptyQr(provider),
  qrcodeId: `q-${provider}-${amount}`,
  lineId: `line-${provider}-${amount}`,
  hasQrcode: true,
  qrcode: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  amount,
  transferAmount: amount,
  expireIn: new Date(Date.now() + 600_000).toISOString(),
  ...more,
});

/** Serves a member's deposits. The member has one QR code at a time. */
export function serveDeposits(): TestServer {
  const server = stubServer();
  qrStates.clear();
  server.on('POST /api/login', () => ok({ token: crypto.randomUUID(), expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/sync', () => refusal(500, 'INTERNAL_SERVER_ERROR'));
  server.on('GET /api/lookup/deposit', () => ok(depositMethods));
  for (const provider of ['KBANK', 'WW'] as const) {
    server.on(`GET /api/qrcode/${provider}`, () => ok(qrStates.get(provider) ?? createEmptyQr(provider)));
    server.on(`POST /api/qrcode/${provider}`, ({ body }) => {
      const qr = createLiveQr(provider, (body as { amount: number }).amount);
      qrStates.clear();
      qrStates.set(provider, qr);
      return ok(qr);
    });
  }
  return server;
}

export const renderDepositSheet = () =>
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
export const findButton = async (text: string) =>
  (await screen.findAllByText(text, { selector: 'button, button *' }))[0]!.closest('button')!;
export const pressButton = async (text: string) => fireEvent.click(await findButton(text));
export const openQrTab = async () => {
  renderDepositSheet();
  fireEvent.click(await screen.findByRole('tab', { name: 'QR code' }));
};

/** Selects a gateway that the app did not choose. */
export const selectGateway = async (gateway: string) => {
  await pressButton('Use another channel');
  fireEvent.click(await screen.findByRole('radio', { name: new RegExp(`^${gateway}`) }));
};
