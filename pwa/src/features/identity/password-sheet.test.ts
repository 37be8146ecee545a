import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { logOutMember } from '../../../test/games';
import { refusal } from '../../../test/network';
import { ok, stubServer, type TestServer } from '../../../test/server';
import { serveWholeMember, startApp, submit, typeInto, visit } from '../../../test/whole-app';

let server: TestServer;
const CHANGE = 'PUT /api/account/changepwd';

beforeAll(async () => {
  stubServer();
  await startApp('/login');
});
beforeEach(async () => {
  server = await serveWholeMember();
  await visit('/user/profile');
  fireEvent.click(await screen.findByRole('button', { name: 'Change Password' }));
  await screen.findByLabelText('Current password');
});
afterEach(async () => {
  await visit('/login');
  await logOutMember();
  vi.unstubAllGlobals();
});

const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

async function fillForm(old: string, password: string, confirm: string): Promise<void> {
  await typeInto('Current password', old);
  await typeInto('New password', password);
  await typeInto('Confirm new password', confirm);
}

// spec 2.80
it('a button with a lock on the profile opens the password sheet', () => {
  const [lock] = document.querySelectorAll('main button svg.lucide-lock-keyhole');

  expect(lock?.closest('button')?.getAttribute('aria-label')).toBe('Change Password');
  expect(screen.getByRole('dialog', { name: 'Change password' })).toBeTruthy();
});

// spec 2.81a, 2.81b, 2.81c
it('the password sheet has three password fields, and buttons to save and to cancel', async () => {
  const sheet = screen.getByRole('dialog');

  expect(sheet.querySelectorAll('input[type=password]')).toHaveLength(3);
  for (const name of ['Current password', 'New password', 'Confirm new password'])
    expect(within(sheet).getByLabelText(name)).toBeTruthy();
  expect(within(sheet).getByText('Save').closest('button')?.type).toBe('submit');
  fireEvent.click(within(sheet).getByRole('button', { name: 'Cancel' }));

  await expectClosed();
});

// spec 5.24, 5.25, 5.26
it.each<[string, [string, string, string], string, number]>([
  ['three empty fields', ['', '', ''], 'Please fill this in', 3],
  ['one empty field', ['', 'battery staple', 'battery staple'], 'Please fill this in', 1],
  [
    'two new passwords that differ',
    ['old horse', 'battery staple', 'battery stable'],
    "Passwords don't match",
    1,
  ],
])('a form with %s shows the problem and sends nothing', async (_, fields, words, count) => {
  await fillForm(...fields);

  submit('Current password');

  expect(await screen.findAllByText(words)).toHaveLength(count);
  expect(server.calls).not.toContain(CHANGE);
});

// spec 8.29c
it('a refused password change shows the message of the server in a dialog, and keeps the sheet open', async () => {
  server.on(CHANGE, () => refusal(400, 'WRONG_PASSWORD'));
  await fillForm('not this one', 'battery staple', 'battery staple');

  submit('Current password');

  const alert = await screen.findByRole('alertdialog', { name: "Your password wasn't changed" });
  expect(within(alert).getByText(/current password isn't right/)).toBeTruthy();
  fireEvent.click(within(alert).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByLabelText('Current password')).toBeTruthy();
});

// spec 1.15b
it('an accepted password change closes the sheet and shows a message', async () => {
  let sent: unknown;
  server.on(CHANGE, ({ body }) => ok({ passkeys: 0, ...((sent = body) as object) }));
  await fillForm('correct horse', 'battery staple', 'battery staple');

  submit('Current password');

  await expectClosed();
  expect(sent).toEqual({ oldPassword: 'correct horse', newPassword: 'battery staple' });
  expect(screen.getByText('Password changed')).toBeTruthy();
});
