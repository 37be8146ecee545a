import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { logOutMember } from '../test/games';
import { refusal } from '../test/network';
import { ok, stubServer, type TestServer } from '../test/server';
import {
  serveWholeMember,
  shownPath,
  shownSearch,
  startApp,
  submit,
  typeInto,
  visit,
} from '../test/whole-app';

let server: TestServer;

function serveGuest(): void {
  server = stubServer();
  server.on('GET /api/lookup/active', () => ok({ terminated: '' }));
}

async function serveMember(): Promise<void> {
  server = await serveWholeMember();
  server.on('GET /api/lookup/active', () => ok({ terminated: '' }));
}

beforeAll(async () => {
  serveGuest();
  await startApp('/login');
});
beforeEach(serveGuest);
afterEach(async () => {
  await visit('/login');
  await logOutMember();
  vi.unstubAllGlobals();
});

const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const leadsTo = (path: string) => waitFor(() => expect(shownPath()).toBe(path));
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describe('a visited path', () => {
  // spec 2.9
  it.each(['/nowhere', '/login/deeper'])('%s without a page shows Page Not Found', async (path) => {
    await visit(path);

    expect(await title('Page Not Found')).toBeTruthy();
  });

  // spec 2.9
  it('a path of the members’ area that no page has shows Page Not Found to a member', async () => {
    await serveMember();

    await visit('/user/nowhere');

    expect(await title('Page Not Found')).toBeTruthy();
  });

  // spec 2.3, 2.5, 2.6, 2.11, 6.2
  it.each(['/', '/user', '/user/home', '/user/statement', '/user/profile', '/user/contact', '/user/bonus'])(
    '%s leads a guest without a token to the login',
    async (path) => {
      await visit('/howto');

      await visit(path);

      await leadsTo('/login');
      expect(await title('Log in')).toBeTruthy();
    },
  );

  // spec 2.3, 2.6
  it.each(['/', '/user'])('%s leads a member to home', async (path) => {
    await serveMember();

    await visit(path);

    await leadsTo('/user/home');
    expect(await title('My wallet')).toBeTruthy();
  });
});

// spec 4.7
it('a login stores the token and leads to the members’ area', async () => {
  server.on('POST /api/login', () => ok({ token: 'secret', expiresAt: '' }));
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  await typeInto('Phone number', '0812345678');
  await typeInto('Password', 'correct horse');

  submit('Password');

  await leadsTo('/user/home');
  expect(localStorage.getItem('token')).toBe('secret');
});

describe('a refused call', () => {
  beforeEach(serveMember);

  // spec 8.3
  it('a call refused with invalid-token ends the session and leads to the login', async () => {
    server.on('GET /api/wallet', () => refusal(401, 'invalid-token'));

    await visit('/user/home');

    await leadsTo('/login');
    expect(await screen.findByText("You're logged out. Log in again to continue")).toBeTruthy();
    expect(localStorage.getItem('token')).toBeNull();
  });

  // spec 2.8, 8.2
  it('a call refused with gone leads to the notice that the site is closed', async () => {
    server.on('GET /api/wallet', () => refusal(410, 'gone'));

    await visit('/user/home');

    await leadsTo('/terminated');
    expect(await title('This site is closed')).toBeTruthy();
  });

  // spec 8.5
  it('a call refused with UNAUTHORIZED leads to the login', async () => {
    server.on('PUT /api/account/changepwd', () => refusal(401, 'UNAUTHORIZED'));
    await visit('/user/profile?sheet=password');
    await typeInto('Current password', 'correct horse');
    await typeInto('New password', 'battery staple');
    await typeInto('Confirm new password', 'battery staple');

    submit('Current password');

    await leadsTo('/login');
  });
});

describe('home', () => {
  beforeEach(serveMember);

  it('home reports once that a shared text contains no gift link', async () => {
    await visit('/user/home?shared=0');

    expect((await screen.findByRole('alert')).textContent).toMatch(/gift link/);
    await leadsTo('/user/home');
    expect(shownSearch()).toBe('');
  });

  // spec 2.39a, 2.39b, 2.47a, 2.47c
  it.each(['Deposit', 'Withdraw'])('home opens the sheet of its tile: %s', async (name) => {
    await visit('/user/home');

    await press(name);

    expect(await screen.findByRole('dialog', { name })).toBeTruthy();
  });
});
