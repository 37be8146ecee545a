import { screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/eventually';
import { logOutMember } from '../../../test/games';
import { ok, stubServer, type TestServer } from '../../../test/server';
import {
  serveWholeMember,
  shownPath,
  shownSearch,
  startApp,
  submit,
  typeInto,
  visit,
} from '../../../test/whole-app';
import { clearSessionData } from '@/data/session/session';
import { storeReturnPoint } from '@/nav/return-point';
import { router } from '@/router';

let server: TestServer;

beforeAll(async () => {
  stubServer();
  await startApp('/login');
});
beforeEach(async () => {
  server = await serveWholeMember();
  server.on('POST /api/login', () => ok({ token: 'fresh', expiresAt: '' }));
  clearSessionData();
});
afterEach(async () => {
  await visit('/login');
  await logOutMember();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

async function logIn() {
  await typeInto('Phone number', '0812345678');
  await typeInto('Password', 'correct horse');
  submit('Password');
}

it('a member’s page requested without a session opens after the login, with its search', async () => {
  await visit('/user/statement?type=deposit');
  await screen.findByLabelText('Password');
  expect(shownPath() + shownSearch()).toBe('/login');

  await logIn();

  await eventually(() => expect(shownPath() + shownSearch()).toBe('/user/statement?type=deposit'));
});

it('a member’s page whose session ended opens after the login', async () => {
  await visit('/user/statement');
  await logIn();
  await eventually(() => expect(shownPath()).toBe('/user/statement'));
  localStorage.removeItem('token');
  sessionStorage.removeItem('token');
  dispatchEvent(Object.assign(new Event('storage'), { key: 'token' }));
  await eventually(() => expect(shownPath() + shownSearch()).toBe('/login?expired=true'));

  await logIn();

  await eventually(() => expect(shownPath()).toBe('/user/statement'));
});

it.each([
  '//evil.example/user',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/operator',
])('a login with %s as the page to return to opens home', async (path) => {
  storeReturnPoint(path);
  router.history.push('/login', { returnsToPage: true } as never);
  await screen.findByLabelText('Password');

  await logIn();

  await eventually(() => expect(shownPath()).toBe('/user/home'));
});

it('a login deletes the draft of a registration in the tab', async () => {
  await visit('/login');
  sessionStorage.setItem('register-draft', '{"wizard":{"phone":"0898765432"}}');
  await screen.findByLabelText('Password');

  await logIn();

  await eventually(() => expect(shownPath()).toBe('/user/home'));
  expect(sessionStorage.getItem('register-draft')).toBeNull();
});
