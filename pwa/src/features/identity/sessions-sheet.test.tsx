import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '@/i18n';
import { Sheet } from '@/ui/sheet';
import { ToastViewport } from '@/ui/toast';
import { logOutMember, logInMember } from '../../../test/games';
import { refusal } from '../../../test/network';
import { ok } from '../../../test/server';
import SessionsSheet from './sessions-sheet';

const DAY = 86_400;

beforeAll(() => startI18n('en'));
afterEach(logOutMember);

// spec 9.45
it.each([
  ['2 years ago', 2 * 365 * DAY],
  ['2 months ago', 60 * DAY],
  ['3 days ago', 3 * DAY],
  ['4 hours ago', 4 * 3600],
  ['5 minutes ago', 5 * 60],
  ['just now', 6],
])('a session shows when it was last used: %s', async (ago, seconds) => {
  const server = await logInMember([]);
  const lastSeenAt = new Date(Date.now() - seconds * 1000).toISOString();
  const session = { _id: 's', device: 'Phone', current: true, createdAt: lastSeenAt, lastSeenAt };
  server.on('GET /api/account/sessions', () => ok({ sessions: [session] }));
  render(
    <Sheet open onClose={() => {}}>
      <SessionsSheet />
    </Sheet>,
  );

  expect(await screen.findByText(new RegExp(`${ago}$`))).toBeTruthy();
});

// spec D2.29
it('only the right password ends another device’s session, which then leaves the list', async () => {
  const server = await logInMember([]);
  const seenAt = new Date().toISOString();
  const buildSession = (id: string, device: string, current: boolean) => ({
    _id: id,
    device,
    current,
    createdAt: seenAt,
    lastSeenAt: seenAt,
  });
  let sessions = [buildSession('own', 'Phone', true), buildSession('other', 'Computer', false)];
  server.on('GET /api/account/sessions', () => ok({ sessions }));
  server.on('DELETE /api/account/sessions/other', ({ body }) => {
    if ((body as { password: string }).password !== 'correct horse') return refusal(400, 'WRONG_PASSWORD');
    sessions = sessions.slice(0, 1);
    return ok();
  });
  render(
    <>
      <Sheet open onClose={() => {}}>
        <SessionsSheet />
      </Sheet>
      <ToastViewport />
    </>,
  );
  const submitPassword = async (password: string) => {
    fireEvent.change(await screen.findByLabelText('Your password'), { target: { value: password } });
    fireEvent.submit(screen.getByLabelText('Your password').closest('form')!);
  };

  fireEvent.click(await screen.findByRole('button', { name: 'Log out' }));
  await submitPassword('not this one');
  expect(await screen.findByText("That password isn't right. Try again")).toBeTruthy();
  expect(screen.getByText('Computer')).toBeTruthy();

  await submitPassword('correct horse');
  expect(await screen.findByText('That device has been logged out')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Computer')).toBeNull());
  expect(screen.getByText('This device')).toBeTruthy();
});
