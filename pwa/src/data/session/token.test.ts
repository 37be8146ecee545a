import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/eventually';
import { ok, stubServer, type TestServer } from '../../../test/server';
import type { Message } from '../device/channel';
import { withMemberDb } from '../storage/storage';
import { followOtherTabs, forgetSession, getSession, storeToken, resolveMember } from './token';

let server: TestServer;
let stop: () => void;
const onEnded = vi.fn();
let otherTab: BroadcastChannel;

beforeEach(async () => {
  onEnded.mockReset();
  server = stubServer();
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  storeToken('t1', true);
  await resolveMember();
  stop = followOtherTabs(onEnded);
  otherTab = new BroadcastChannel('wallet');
});

afterEach(() => {
  stop();
  otherTab.close();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const postMessage = (message: Message) => otherTab.postMessage(message);
const expectEnd = () => eventually(() => expect(onEnded).toHaveBeenCalledOnce());
const waitForMessages = () => new Promise((resolve) => setTimeout(resolve, 30));

describe('another tab', () => {
  it('a logout of this member in another tab ends the session and closes the database', async () => {
    postMessage({ type: 'logout', memberId: 'M1' });

    await expectEnd();
    expect(getSession()).toBeNull();
    await expect(withMemberDb('M1', (db) => db.home.count())).rejects.toThrow('left this device');
  });

  it('a logout in another tab ends the session if the shared token is already gone', async () => {
    localStorage.removeItem('token');
    postMessage({ type: 'session' });

    await expectEnd();
  });

  it('a logout of another member in another tab ends nothing', async () => {
    postMessage({ type: 'logout', memberId: 'M2' });

    await waitForMessages();
    expect(onEnded).not.toHaveBeenCalled();
    expect(getSession()?.token).toBe('t1');
  });

  it('a login in another tab changes this page’s session without reporting an end', async () => {
    localStorage.setItem('token', 't2');
    dispatchEvent(Object.assign(new Event('storage'), { key: 'token' }));

    expect(onEnded).not.toHaveBeenCalled();
    expect(getSession()).toMatchObject({ token: 't2', memberId: null });
  });
});

describe('the service worker', () => {
  it('a refusal of this token in the service worker ends the session', async () => {
    postMessage({ type: 'refused', token: 't1' });

    await expectEnd();
    expect(getSession()).toBeNull();
  });

  it('a refusal of an older token in the service worker ends nothing', async () => {
    postMessage({ type: 'refused', token: 't0' });

    await waitForMessages();
    expect(getSession()?.token).toBe('t1');
  });
});

it('a session that this page ended is not reported as ended by others', async () => {
  forgetSession('t1');

  await waitForMessages();
  expect(onEnded).not.toHaveBeenCalled();
});
