import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/eventually';
import { ok, stubServer, type TestServer } from '../../../test/server';
import { getSession } from '@/data/session/session';
import { Route as Public } from '../_public';
import { Route as Contact } from './contact';
import { Route as Forgot } from './forgot';
import { Route as HowTo } from './howto';
import { Route } from './login';
import { Route as Register } from './register';

let server: TestServer;

beforeEach(() => {
  server = stubServer();
  document.body.style.overflow = 'hidden';
});
afterEach(() => {
  document.body.removeAttribute('style');
  vi.unstubAllGlobals();
});

/** Runs the route's loader for /login, as the router does. */
function runLoader() {
  const navigate = vi.fn();
  const loader = Route.options.loader as unknown as (at: { navigate: unknown; cause: string }) => void;
  loader({ navigate, cause: 'enter' });
  return navigate;
}

// spec 2.12, 2.13
it('the login checks whether the site is active, and shows the notice if it is closed', async () => {
  server.on('GET /api/lookup/active', () => ok({ terminated: 'gone' }));

  const navigate = runLoader();

  await eventually(() => expect(navigate).toHaveBeenCalledWith({ to: '/terminated', replace: true }));
  expect(server.calls).toEqual(['GET /api/lookup/active']);
});

// spec 2.12
it.each([
  ['the pages’ common frame', Public],
  ['the registration', Register],
  ['the forgotten password', Forgot],
  ['the how-to page', HowTo],
  ['the contact page', Contact],
])('%s does not check whether the site is active', async (_page, { options }) => {
  const at = { navigate: vi.fn(), cause: 'enter', preload: false, search: {} } as never;

  await options.beforeLoad?.(at);
  await (options.loader as ((at: never) => unknown) | undefined)?.(at);

  expect(server.calls).toEqual([]);
});

// spec 2.13, 2.14
it.each(['', 'soon'])('the body’s style is removed if the site is open: "%s"', async (terminated) => {
  server.on('GET /api/lookup/active', () => ok({ terminated }));

  const navigate = runLoader();

  await eventually(() => expect(document.body.getAttribute('style')).toBeNull());
  expect(navigate).not.toHaveBeenCalled();
});

// spec 2.15, 6.4
it('public pages end a stored session, but not when only a link to them is touched', () => {
  const runBeforeLoad = Public.options.beforeLoad as unknown as (at: { preload: boolean }) => void;
  localStorage.setItem('token', 'abc');

  runBeforeLoad({ preload: true });
  expect(getSession()).not.toBeNull();
  runBeforeLoad({ preload: false });

  expect(getSession()).toBeNull();
});
