import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal } from '../../../test/network';
import { ok, stubServer, type TestServer } from '../../../test/server';
import { logout } from '@/data/app/logout';
import { getSession, login } from '@/data/session/session';
import { startI18n } from '@/i18n';
import { Sheet } from '@/ui/sheet';
import { ToastViewport } from '@/ui/toast';
import BankNameSheet from './bank-name-sheet';

const PATH = 'PUT /api/account/bankAccountName';
const thaiAccount = {
  bankCode: 'KTB',
  bankAccountName: 'มะลิ สายทอง',
  bankAccountNo: '9840144821',
  bank: { nameTH: '', nameEN: 'Krungthai', nameLO: '' },
};
let server: TestServer;

beforeAll(() => startI18n('en'));
beforeEach(async () => {
  server = stubServer();
  server.on('POST /api/login', () => ok({ token: crypto.randomUUID(), expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/sync', () => refusal(500, 'INTERNAL_SERVER_ERROR'));
  server.on('GET /api/wallet', () =>
    ok({
      wallet: { amount: 0, currency: 'BAHT', asOf: '' },
      bankAccount: thaiAccount,
      profile: { _id: 'M1' },
    }),
  );
  await login({ username: '08', password: 'x', rememberMe: true });
});
afterEach(async () => {
  cleanup();
  if (getSession()) await act(() => logout('discard'));
  vi.unstubAllGlobals();
});

/** Types a name and saves it. Returns the field. */
async function saveName(typed: string): Promise<HTMLInputElement> {
  render(
    <>
      <Sheet open onClose={() => {}}>
        <BankNameSheet />
      </Sheet>
      <ToastViewport />
    </>,
  );
  const field = await screen.findByLabelText<HTMLInputElement>('Account name in English');
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.submit(field.closest('form')!);
  return field;
}

describe('the sheet for the account’s name', () => {
  // spec 2.47i, 5.14, 7.11, 7.33
  it('the account name is sent in capitals', async () => {
    let sent: unknown;
    server.on(PATH, ({ body }) => ok((sent = body)));

    const field = await saveName('mali saithong');

    expect(field.value).toBe('MALI SAITHONG');
    await screen.findByText('Account name saved');
    expect(sent).toEqual({ bankCode: 'KTB', bankAccountName: 'MALI SAITHONG' });
  });

  // spec 5.12, 5.13
  it.each(['', '   ', 'มะลิ', 'MALI 2'])(
    'a toast says that %j is not English, and nothing is sent',
    async (typed) => {
      await saveName(typed);

      expect((await screen.findByText('English letters only')).closest('[role=alert]')).not.toBeNull();
      expect(server.calls).not.toContain(PATH);
    },
  );

  // spec 8.27a
  it('a refused name is reported in a red toast', async () => {
    server.on(PATH, () => refusal(409, 'INVALID_BANK'));

    await saveName('MALI');

    expect(
      (
        await screen.findByText("The bank details aren't right. Check the bank and the account number")
      ).closest('[role=alert]'),
    ).not.toBeNull();
  });

  // spec 2.77, 9.40
  it('the new account name is copied automatically after a second', async () => {
    server.on(PATH, () => ok());
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const setTimeoutSpy = vi.spyOn(globalThis, 'setTimeout');

    await saveName('MALI');
    await screen.findByText('Account name saved');
    expect(writeText).not.toHaveBeenCalled();
    for (const [callback, ms] of setTimeoutSpy.mock.calls) if (ms === 1_000) act(() => callback());

    expect(writeText).toHaveBeenCalledExactlyOnceWith('MALI');
  });
});
