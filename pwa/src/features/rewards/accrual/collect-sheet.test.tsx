import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '@/i18n';
import { Sheet } from '@/ui/sheet';
import { ToastViewport } from '@/ui/toast';
import { refusal } from '../../../../test/network';
import { logOutMember, logInMember } from '../../../../test/games';
import { ok, type TestServer } from '../../../../test/server';
import CollectSheet from './collect-sheet';

vi.mock('@/nav/sheets');
let server: TestServer;

beforeAll(() => startI18n('en'));

beforeEach(async () => {
  server = await logInMember([]);
  server.on('GET /api/wallet', () =>
    ok({
      profile: { _id: 'M1' },
      bankAccount: {},
      wallet: { amount: 10, currency: 'BAHT', asOf: '2026-11-23T10:00:00Z' },
      invite: { amount: 50, soFar: 0, success: 0, fail: 1 },
      slots: [],
    }),
  );
});

afterEach(logOutMember);

// spec 2.38
it('the invite bonus is received only after a confirmation', async () => {
  server.on('POST /api/invite/bonus', () => refusal(409, 'INVITE_INACTIVE'));
  render(
    <Sheet open onClose={() => {}}>
      <CollectSheet />
    </Sheet>,
  );
  const receive = await screen.findByRole('button', { name: /^Claim 50.00\sbaht/ });
  expect(server.calls).not.toContain('POST /api/invite/bonus');

  fireEvent.click(receive);

  await waitFor(() => expect(server.calls).toContain('POST /api/invite/bonus'));
});

// spec 8.30
it('a refused invite bonus shows the reason in a red toast, and the sheet stays', async () => {
  server.on('POST /api/invite/bonus', () => refusal(409, 'INVITE_INACTIVE'));
  render(
    <>
      <Sheet open onClose={() => {}}>
        <CollectSheet />
      </Sheet>
      <ToastViewport />
    </>,
  );

  fireEvent.click(await screen.findByRole('button', { name: /^Claim 50.00\sbaht/ }));

  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain("You can't claim an invite bonus"),
  );
  expect(screen.getByRole('button', { name: /^Claim 50.00\sbaht/ })).toBeTruthy();
});
