import { Drawer } from '@base-ui/react/drawer';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../test/eventually';
import { expectNoErrorShown } from '../../../../test/no-error-shown';
import { ApiError } from '@/data/api/errors';
import { addPasskey, canUsePasskeys, listPasskeys, type Passkey } from '@/data/domains/identity/passkeys';
import { startI18n } from '@/i18n';
import { ToastViewport } from '@/ui/toast';
import PasskeysSheet from './passkeys-sheet';

vi.mock('@/data/domains/identity/passkeys', () => ({
  PASSKEY_KNOWN: 'PASSKEY_KNOWN',
  addPasskey: vi.fn(),
  canUsePasskeys: vi.fn(),
  listPasskeys: vi.fn(),
  removePasskey: vi.fn(),
  renamePasskey: vi.fn(),
}));

const phone: Passkey = {
  _id: '1',
  name: 'My phone',
  createdAt: '2026-07-01T10:00:00Z',
  usedAt: null,
  synced: true,
  stopped: false,
  credentialId: 'AQID',
};

beforeAll(() => startI18n('en'));
beforeEach(() => vi.mocked(canUsePasskeys).mockReturnValue(true));
afterEach(cleanup);

async function openSheet(passkeys: Passkey[]) {
  vi.mocked(listPasskeys).mockResolvedValue({ passkeys, most: 10 });
  render(
    <>
      <Drawer.Root open>
        <Drawer.Portal>
          <Drawer.Popup>
            <PasskeysSheet />
          </Drawer.Popup>
        </Drawer.Portal>
      </Drawer.Root>
      <ToastViewport />
    </>,
  );
  await screen.findByText(passkeys[0]?.name ?? 'No passkeys yet');
}

async function addWithPassword() {
  fireEvent.click(screen.getByRole('button', { name: 'Add a passkey' }));
  const field = await screen.findByLabelText('Your password');
  fireEvent.change(field, { target: { value: 'correct horse' } });
  fireEvent.submit(field.closest('form')!);
}

describe('the passkeys', () => {
  it('a browser without passkeys shows where to use them, and still lists them', async () => {
    vi.mocked(canUsePasskeys).mockReturnValue(false);

    await openSheet([phone]);

    expect(screen.getByText("This browser can't use passkeys yet")).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Remove My phone' })).toBeTruthy();
  });

  it('a blocked passkey shows what to do', async () => {
    await openSheet([{ ...phone, stopped: true }]);

    expect(
      screen.getByText('Someone may have copied this passkey. Remove it and add a new one'),
    ).toBeTruthy();
  });

  it('at most ten passkeys can be added', async () => {
    await openSheet(
      Array.from({ length: 10 }, (_, i) => ({ ...phone, _id: String(i), name: i ? `${i}` : 'My phone' })),
    );

    expect(screen.getByRole('button', { name: 'Add a passkey' }).hasAttribute('disabled')).toBe(true);
    expect(screen.getByText(/You have 10 passkeys/)).toBeTruthy();
  });

  it('a cancelled passkey dialog shows no message, and the sheet stays at the password', async () => {
    vi.mocked(addPasskey).mockResolvedValue(null);
    await openSheet([]);

    await addWithPassword();

    await eventually(() => expect(addPasskey).toHaveBeenCalledWith('correct horse'));
    await eventually(() => expect(document.querySelector('[aria-busy]')).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Your password').value).toBe('correct horse');
    expectNoErrorShown();
  });

  it('a wrong password adds no passkey, and is reported at its field', async () => {
    vi.mocked(addPasskey).mockRejectedValue(new ApiError('WRONG_PASSWORD', 400));
    await openSheet([]);

    await addWithPassword();

    expect(await screen.findByText("That password isn't right. Try again")).toBeTruthy();
    expect(screen.getByLabelText('Your password').getAttribute('aria-invalid')).toBe('true');
  });

  it('a member with a passkey on this device sees that it exists', async () => {
    vi.mocked(addPasskey).mockRejectedValue(new ApiError('PASSKEY_KNOWN'));
    await openSheet([]);

    await addWithPassword();

    expect(await screen.findByText(/This device already has a passkey for this account/)).toBeTruthy();
  });
});
