import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../test/eventually';
import { login } from '@/data/session/session';
import { followOtherTabs, forgetSession, getSession } from '@/data/session/token';
import { ok, stubServer, type TestServer } from '../../test/server';
import {
  deleteReturnPoint,
  recordLastMember,
  storeEndedPage,
  storeReturnPoint,
  consumeReturnPoint,
  useRestoredState,
} from './return-point';

const PATH = '/user/home?sheet=withdraw';

let server: TestServer;
let stop: () => void;

beforeEach(() => {
  server = stubServer();
  server.on('POST /api/login', () => ok({ token: crypto.randomUUID(), expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  stop = recordLastMember();
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
async function endSessionWithTypedAmount(memberId: string) {
  await signIn(memberId);
  const { result } = renderHook(() => useRestoredState<number | undefined>('withdraw', undefined));
  act(() => result.current[1](120));
  act(() => {
    forgetSession(getSession()!.token);
    storeEndedPage(PATH);
  });
  cleanup();
}

const readTypedAmount = () =>
  renderHook(() => useRestoredState<number | undefined>('withdraw', undefined)).result.current[0];

it('the same member returns once to the page, the sheet and the typed text', async () => {
  await endSessionWithTypedAmount('M1');
  await signIn('M1');

  expect(await consumeReturnPoint(true)).toBe(PATH);
  expect(readTypedAmount()).toBe(120);

  cleanup();
  expect(await consumeReturnPoint(true)).toBeNull();
  expect(readTypedAmount()).toBeUndefined();
});

it('another member’s login deletes the return point', async () => {
  await endSessionWithTypedAmount('M1');
  await signIn('M2');

  expect(await consumeReturnPoint(true)).toBeNull();
  expect(readTypedAmount()).toBeUndefined();

  await signIn('M1');
  expect(await consumeReturnPoint(true)).toBeNull();
});

it('the return point expires after half an hour', async () => {
  await endSessionWithTypedAmount('M1');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 60_000 });
  await signIn('M1');

  expect(await consumeReturnPoint(true)).toBeNull();
});

it('a page that was requested without a session is for any member', async () => {
  storeReturnPoint('/user/statement?type=deposit');
  await signIn('M2');

  expect(await consumeReturnPoint(true)).toBe('/user/statement?type=deposit');
});

it('a login that was opened automatically does not use the return point, and deletes it', async () => {
  await endSessionWithTypedAmount('M1');
  await signIn('M1');

  expect(await consumeReturnPoint(false)).toBeNull();
  expect(readTypedAmount()).toBeUndefined();
  expect(await consumeReturnPoint(true)).toBeNull();
});

it('a deleted return point is not used', async () => {
  await endSessionWithTypedAmount('M1');
  deleteReturnPoint();
  await signIn('M1');

  expect(await consumeReturnPoint(true)).toBeNull();
});

it('a logout in another tab leaves no return point', async () => {
  await signIn('M1');
  const { result } = renderHook(() => useRestoredState<number | undefined>('withdraw', undefined));
  act(() => result.current[1](120));

  const onEnded = vi.fn(() => storeEndedPage(PATH));
  const stopFollowing = followOtherTabs(onEnded);
  const tab = new BroadcastChannel('wallet');

  tab.postMessage({ type: 'logout', memberId: 'M1' });
  await eventually(() => expect(onEnded).toHaveBeenCalled());

  expect(sessionStorage.getItem('way-back')).toBeNull();
  tab.close();
  stopFollowing();
});

it.each(['', 'null', '{}', '[]', '{"path":7,"at":1,"typed":[]}', 'way'])(
  '%j is no return point',
  async (text) => {
    sessionStorage.setItem('way-back', text);

    expect(await consumeReturnPoint(true)).toBeNull();
  },
);
