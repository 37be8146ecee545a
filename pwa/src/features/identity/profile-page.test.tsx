import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { logOutMember, logInMember, wallet } from '../../../test/games';
import { refusal } from '../../../test/network';
import { expectNoErrorShown } from '../../../test/no-error-shown';
import { ok } from '../../../test/server';
import { startI18n } from '@/i18n';
import { showSheet } from '@/nav/sheets';
import { ToastViewport } from '@/ui/toast';
import { ProfilePage } from './profile-page';

vi.mock('@/nav/sheets');
beforeAll(() => startI18n('en'));
afterEach(logOutMember);

async function openProfile(bankCode: string, bankAccountName: string, isMoneyLoading = false) {
  const server = await logInMember([]);
  const bank = { nameTH: 'ธนาคารกรุงไทย', nameEN: 'Krungthai', nameLO: '' };
  const profile = { _id: 'M1', name: 'Mali', username: '0812345678', createdAt: '2026-11-20T18:00:00Z' };
  server.on('GET /api/wallet', () =>
    ok({
      wallet: wallet(0),
      profile,
      bankAccount: { bankCode, bankAccountName, bankAccountNo: '9840144821', bank },
      slots: [],
    }),
  );
  const buildPage = (isLoading: boolean) => (
    <ProfilePage money="" isMoneyLoading={isLoading} preferences="" contactLink={(words) => words} />
  );
  const { rerender } = render(buildPage(isMoneyLoading));
  await screen.findByText(bankAccountName);
  return { finishLoading: () => rerender(buildPage(false)) };
}

const editLabel = 'Enter your account name in English';

// spec 1.16, 5.11
it.each(['KTB', 'TMB', 'BBL'])(
  'the profile offers to write the name in English if %s needs it',
  async (bankCode) => {
    await openProfile(bankCode, 'มะลิ สายทอง');

    fireEvent.click(screen.getByRole('button', { name: editLabel }));

    expect(showSheet).toHaveBeenCalledWith('bank-name');
  },
);

// spec 1.16, 5.11
it.each([
  ['KTB', 'MALI SAITHONG'],
  ['SCB', 'มะลิ สายทอง'],
])('the profile does not offer to write the name in English at %s to %s', async (bankCode, name) => {
  await openProfile(bankCode, name);

  expect(screen.queryByRole('button', { name: editLabel })).toBeNull();
});

// spec 1.15a, 2.34c, 2.78a, 2.78b, 2.78c, 2.78d, 2.78e, 2.78f, 2.78g, 2.79
it('the profile shows each field of profile and account, and none can be edited', async () => {
  await openProfile('KTB', 'MALI SAITHONG');

  for (const words of [
    'Mali',
    'M1',
    '081 234 5678',
    'MALI SAITHONG',
    'Krungthai',
    'ธนาคารกรุงไทย',
    '984-014-4821',
  ])
    expect(screen.getByText(words, { exact: true }), words).toBeTruthy();
  expect(screen.getByText('Member since 21/11/2026')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('nothing is rendered below the figures while they load, since they would push it away', async () => {
  const { finishLoading } = await openProfile('KTB', 'MALI SAITHONG', true);
  expect(screen.queryByRole('button', { name: 'Passkeys' })).toBeNull();

  finishLoading();

  expect(screen.getByRole('button', { name: 'Passkeys' })).toBeTruthy();
});

// spec 8.40g
it('a profile that cannot be loaded shows no error, and its skeleton disappears', async () => {
  const server = await logInMember([]);
  server.on('GET /api/wallet', () => refusal(500, 'INTERNAL_SERVER_ERROR'));
  const { container } = render(
    <>
      <ProfilePage money="" isMoneyLoading={false} preferences="" contactLink={(words) => words} />
      <ToastViewport />
    </>,
  );
  const findSkeleton = () => container.querySelector('.animate-pulse');
  expect(findSkeleton()).not.toBeNull();

  await waitFor(() => expect(findSkeleton()).toBeNull());

  expect(screen.getByText('Open this page again later')).toBeTruthy();
  expectNoErrorShown();
});
