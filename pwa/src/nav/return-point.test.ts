import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../test/eventually';
import { login } from '@/data/session/session';
import { followOtherTabs, forgetSession, getSession } from '@/data/session/token';
import { ok, serve, type TestServer } from '../../test/server';
import {
  deleteReturnPoint,
  followMember,
  storeEndedPage,
  storeReturnPoint,
  takeReturnPoint,
  useTyped,
} from './return-point';

const PATH = '/user/home?sheet=withdraw';

let server: TestServer;
let stop: () => void;

beforeEach(() => {
  server = serve();
  server.on('POST /api/login', () => ok({ token: crypto.randomUUID(), expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  stop = followMember();
});
afterEach(() => {
  cleanup();
  stop();
  const session = getSession();
  if (session) forgetSession(session.token);
  deleteReturnPoint();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function signIn(memberId: string) {
  server.on('GET /api/account/profile', () => ok({ profile: { _id: memberId } }));
  await login({ username: '08', password: 'x', rememberMe: true });
}

/** Types 120 into the withdraw sheet as a member, and ends the session. */
async function endSessionOver(memberId: string) {
  await signIn(memberId);
  const { result } = renderHook(() => useTyped<number | undefined>('withdraw', undefined));
  act(() => result.current[1](120));
  act(() => {
    forgetSession(getSession()!.token);
    storeEndedPage(PATH);
  });
  cleanup();
}

const typed = () => renderHook(() => useTyped<number | undefined>('withdraw', undefined)).result.current[0];

it('the same member returns once to the page, the sheet and the typed text', async () => {
  await endSessionOver('M1');
  await signIn('M1');

  expect(await takeReturnPoint(true)).toBe(PATH);
  expect(typed()).toBe(120);

  cleanup();
  expect(await takeReturnPoint(true)).toBeNull();
  expect(typed()).toBeUndefined();
});

it('another member’s login deletes the way back', async () => {
  await endSessionOver('M1');
  await signIn('M2');

  expect(await takeReturnPoint(true)).toBeNull();
  expect(typed()).toBeUndefined();

  await signIn('M1');
  expect(await takeReturnPoint(true)).toBeNull();
});

it('the way back expires after half an hour', async () => {
  await endSessionOver('M1');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 60_000 });
  await signIn('M1');

  expect(await takeReturnPoint(true)).toBeNull();
});

it('a page that was requested without a session is for any member', async () => {
  storeReturnPoint('/user/statement?type=deposit');
  await signIn('M2');

  expect(await takeReturnPoint(true)).toBe('/user/statement?type=deposit');
});

it('a login that was opened automatically does not use the way back, and deletes it', async () => {
  await endSessionOver('M1');
  await signIn('M1');

  expect(await takeReturnPoint(false)).toBeNull();
  expect(typed()).toBeUndefined();
  expect(await takeReturnPoint(true)).toBeNull();
});

it('a logout leaves no way back', async () => {
  await endSessionOver('M1');
  deleteReturnPoint();
  await signIn('M1');

  expect(await takeReturnPoint(true)).toBeNull();
});

it('a logout in another tab leaves no way back', async () => {
  await signIn('M1');
  const { result } = renderHook(() => useTyped<number | undefined>('withdraw', undefined));
  act(() => result.current[1](120));

  const ended = vi.fn(() => storeEndedPage(PATH));
  const unfollow = followOtherTabs(ended);
  const tab = new BroadcastChannel('wallet');

  tab.postMessage({ type: 'logout', memberId: 'M1' });
  await eventually(() => expect(ended).toHaveBeenCalled());

  expect(sessionStorage.getItem('way-back')).toBeNull();
  tab.close();
  unfollow();
});

it.each(['', 'null', '{}', '[]', '{"path":7,"at":1,"typed":[]}', 'way'])(
  '%j is no way back',
  async (text) => {
    sessionStorage.setItem('way-back', text);

    expect(await takeReturnPoint(true)).toBeNull();
  },
);
