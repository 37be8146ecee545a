import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitTurns } from '../../../../test/schedule';
import { offline, ok, stubServer, type TestServer } from '../../../../test/server';
import type { Slip } from '../../api/types';
import { isOffline } from '../../device/connection';
import { hasNotifications, startSyncing } from './triggers';
import { logout } from '../../app/logout';
import { getSession, login } from '../../session/session';
import { delaySync, syncNow } from './sync';
import { fetchResource } from '../resources/refresh';

let server: TestServer;
let stop: () => void;
let slips: Slip[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  setVisibility('visible');
  slips = [];
  server = stubServer();
  server.on('POST /api/login', () => ok({ token: 't', expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/lookup/active', () => ok({ terminated: '' }));
  respondToSync();
  await login({ username: '08', password: 'x', rememberMe: true });
  stop = startSyncing(() => fetchResource('active'));
  await advance(1_500);
  server.calls.length = 0;
});

afterEach(async () => {
  stop();
  hasNotifications.set(false);
  if (getSession()) await logout('discard');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function respondToSync(): void {
  server.on('GET /api/sync', syncResponse);
}

function syncResponse(): Response {
  const wallet = { amount: 1, asOf: '2026-01-01T00:00:00Z', currency: 'BAHT' };
  return ok({ cursor: '1.1', more: false, reset: false, lookups: {}, wallet, statements: [], slips });
}

function setVisibility(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Advances the phone's clock, and lets the database work meanwhile. */
async function advance(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 500) {
    await vi.advanceTimersByTimeAsync(Math.min(500, ms - at));
    await waitTurns(30);
  }
}

const syncs = () => server.calls.filter((call) => call === 'GET /api/sync').length;

describe('a visible page', () => {
  it('a visible page syncs every half minute', async () => {
    await advance(95_000);

    expect(syncs()).toBe(3);
  });

  it('a visible page syncs every four minutes while change notifications arrive', async () => {
    hasNotifications.set(true);
    await advance(3.5 * 60_000);
    expect(syncs()).toBe(0);

    await advance(60_000);
    expect(syncs()).toBe(1);
  });

  it('a visible page soon retries a lost sync that a notification started', async () => {
    hasNotifications.set(true);
    server.on('GET /api/sync', offline);
    await syncNow();
    respondToSync();
    server.calls.length = 0;

    await advance(3_000);

    expect(syncs()).toBe(1);
  });

  it('a visible page syncs every half minute again when notifications stop', async () => {
    hasNotifications.set(true);
    await advance(60_000);
    server.calls.length = 0;

    hasNotifications.set(false);
    await advance(30_500);

    expect(syncs()).toBe(1);
  });

  it('a visible page syncs more often while a slip is being checked', async () => {
    const createdAt = new Date().toISOString();
    const pendingSlip = { clientId: 'c', createdAt, status: 'PENDING', review: false, version: 1 };
    slips = [pendingSlip as Slip];
    await advance(30_500);
    server.calls.length = 0;

    await advance(15_000);

    expect(syncs()).toBeGreaterThanOrEqual(4);
  });

  it('a visible page syncs more often from the moment a slip was sent', async () => {
    await advance(2_000);
    const createdAt = new Date().toISOString();
    slips = [{ clientId: 'c', createdAt, status: 'PENDING', review: false, version: 1 } as Slip];
    await syncNow();
    server.calls.length = 0;

    await advance(15_000);

    expect(syncs()).toBeGreaterThanOrEqual(4);
  });

  it('a visible page backs off while no response comes, up to half a minute', async () => {
    server.on('GET /api/sync', offline);
    await advance(120_000);
    expect(syncs()).toBeLessThan(16);
    server.calls.length = 0;

    respondToSync();
    await advance(30_100);

    expect(syncs()).toBeGreaterThan(0);
  });
});

it('a hidden page does not sync, and syncs when it is visible again', async () => {
  setVisibility('hidden');
  hasNotifications.set(true);
  await advance(120_000);
  expect(syncs()).toBe(0);

  setVisibility('visible');
  await advance(500);

  expect(syncs()).toBe(1);
});

it('the network’s return starts a sync at once', async () => {
  dispatchEvent(new Event('online'));
  await advance(500);

  expect(syncs()).toBe(1);
});

it('several events of one return cause one request', async () => {
  dispatchEvent(new Event('online'));
  await advance(500);
  dispatchEvent(new Event('pageshow'));
  await advance(500);

  expect(syncs()).toBe(1);
});

it('events while a response is being applied cause no other request', async () => {
  server.on('GET /api/sync', () => {
    void showPageInEachTurn(20);
    return syncResponse();
  });

  void syncNow();
  await advance(500);

  expect(syncs()).toBe(1);
});

async function showPageInEachTurn(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await waitTurns(1);
    dispatchEvent(new Event('pageshow'));
  }
}

it('a sync that is due while another one waits for its response sends no second request', async () => {
  let respond = () => {};
  const responded = new Promise<void>((resolve) => (respond = resolve));
  server.on('GET /api/sync', async () => {
    await responded;
    return syncResponse();
  });
  void syncNow();
  await advance(500);
  respondToSync();

  await advance(45_000);
  respond();
  await advance(1_000);

  expect(syncs()).toBe(1);
});

describe('the network’s return during a request', () => {
  /** Starts a sync and waits until its request is sent. The returned function sends or loses the response. */
  async function startRequest(): Promise<(outcome: 'lost' | 'response') => void> {
    let endRequest!: (outcome: 'lost' | 'response') => void;
    const ended = new Promise<'lost' | 'response'>((resolve) => (endRequest = resolve));
    server.on('GET /api/sync', async () => {
      if ((await ended) === 'lost') offline();
      return syncResponse();
    });
    void syncNow();
    await advance(500);
    respondToSync();
    dispatchEvent(new Event('online'));
    return endRequest;
  }

  it('the network’s return causes no other request if the running request gets a response', async () => {
    const endRequest = await startRequest();

    endRequest('response');
    await advance(3_000);

    expect(syncs()).toBe(1);
  });

  it('the network’s return causes another request at once if the running request is lost', async () => {
    const endRequest = await startRequest();

    endRequest('lost');
    await advance(500);

    expect(syncs()).toBe(2);
    expect(isOffline()).toBe(false);
  });
});

it('the browser’s offline event causes a request at once, and the app is offline after two seconds', async () => {
  hasNotifications.set(true);
  server.on('GET /api/sync', offline);

  dispatchEvent(new Event('offline'));
  await advance(3_000);

  expect(isOffline()).toBe(true);
});

// spec 3.38d
it('a request that hangs since the network was lost is aborted when it is back', async () => {
  server.on('GET /api/sync', ({ signal }) => {
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error())));
  });
  await advance(40_000);
  expect(syncs()).toBe(1);
  localStorage.removeItem('last_sync');

  respondToSync();
  dispatchEvent(new Event('online'));
  await advance(500);

  expect(syncs()).toBe(2);
  expect(localStorage.getItem('last_sync')).not.toBeNull();
});

it('an animation delays a sync by at most six seconds', async () => {
  delaySync(60_000);

  void syncNow();

  await advance(5_500);
  expect(syncs()).toBe(0);
  await advance(1_000);
  expect(syncs()).toBe(1);
});

it('a guest sends no request while online', async () => {
  await logout('discard');
  server.calls.length = 0;

  await advance(120_000);

  expect(server.calls).toEqual([]);
});
