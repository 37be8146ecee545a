import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { turns } from '../../../../test/schedule';
import { offline, ok, serve, type TestServer } from '../../../../test/server';
import type { Slip } from '../../api/types';
import { isOffline } from '../../device/connection';
import { hintsArrive, startCatchingUp } from './triggers';
import { logout } from '../../app/logout';
import { getSession, login } from '../../session/session';
import { putOffSync, syncNow } from './sync';
import { fetchResource } from '../resources/refresh';

let server: TestServer;
let stop: () => void;
let slips: Slip[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  show('visible');
  slips = [];
  server = serve();
  server.on('POST /api/login', () => ok({ token: 't', expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/lookup/active', () => ok({ terminated: '' }));
  onSync();
  await login({ username: '08', password: 'x', rememberMe: true });
  stop = startCatchingUp(() => fetchResource('active'));
  await passed(1_500);
  server.calls.length = 0;
});

afterEach(async () => {
  stop();
  hintsArrive.set(false);
  if (getSession()) await logout('discard');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function onSync(): void {
  server.on('GET /api/sync', synced);
}

function synced(): Response {
  const wallet = { amount: 1, asOf: '2026-01-01T00:00:00Z', currency: 'BAHT' };
  return ok({ cursor: '1.1', more: false, reset: false, lookups: {}, wallet, statements: [], slips });
}

function show(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Advances the phone's clock, and lets the database work meanwhile. */
async function passed(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 500) {
    await vi.advanceTimersByTimeAsync(Math.min(500, ms - at));
    await turns(30);
  }
}

const syncs = () => server.calls.filter((call) => call === 'GET /api/sync').length;

describe('a visible page', () => {
  it('catches up every half minute', async () => {
    await passed(95_000);

    expect(syncs()).toBe(3);
  });

  it('leaves it to hints for as long as they arrive, four minutes at most', async () => {
    hintsArrive.set(true);
    await passed(3.5 * 60_000);
    expect(syncs()).toBe(0);

    await passed(60_000);
    expect(syncs()).toBe(1);
  });

  it('tries again soon after a sync that a hint asked for was lost', async () => {
    hintsArrive.set(true);
    server.on('GET /api/sync', offline);
    await syncNow();
    onSync();
    server.calls.length = 0;

    await passed(3_000);

    expect(syncs()).toBe(1);
  });

  it('catches up by the clock again once the hints are gone', async () => {
    hintsArrive.set(true);
    await passed(60_000);
    server.calls.length = 0;

    hintsArrive.set(false);
    await passed(30_500);

    expect(syncs()).toBe(1);
  });

  it('catches up more often while a slip is being checked', async () => {
    const createdAt = new Date().toISOString();
    const checked = { clientId: 'c', createdAt, status: 'PENDING', review: false, version: 1 };
    slips = [checked as Slip];
    await passed(30_500);
    server.calls.length = 0;

    await passed(15_000);

    expect(syncs()).toBeGreaterThanOrEqual(4);
  });

  it('follows a slip from the moment it has left, not from the next half minute', async () => {
    await passed(2_000);
    const createdAt = new Date().toISOString();
    slips = [{ clientId: 'c', createdAt, status: 'PENDING', review: false, version: 1 } as Slip];
    await syncNow();
    server.calls.length = 0;

    await passed(15_000);

    expect(syncs()).toBeGreaterThanOrEqual(4);
  });

  it('backs off while nothing answers, and is back within half a minute', async () => {
    server.on('GET /api/sync', offline);
    await passed(120_000);
    expect(syncs()).toBeLessThan(16);
    server.calls.length = 0;

    onSync();
    await passed(30_100);

    expect(syncs()).toBeGreaterThan(0);
  });
});

it('a hidden page is quiet, and catches up when it is seen again', async () => {
  show('hidden');
  hintsArrive.set(true);
  await passed(120_000);
  expect(syncs()).toBe(0);

  show('visible');
  await passed(500);

  expect(syncs()).toBe(1);
});

it('the network’s return is used at once', async () => {
  dispatchEvent(new Event('online'));
  await passed(500);

  expect(syncs()).toBe(1);
});

it('several signs of one return are one question', async () => {
  dispatchEvent(new Event('online'));
  await passed(500);
  dispatchEvent(new Event('pageshow'));
  await passed(500);

  expect(syncs()).toBe(1);
});

describe('the network’s return, while a question is on its way', () => {
  /** Starts a sync and waits until its request is sent. The returned function sends or loses the response. */
  async function asking(): Promise<(answer: 'lost' | 'comes') => void> {
    let end!: (answer: 'lost' | 'comes') => void;
    const ended = new Promise<'lost' | 'comes'>((resolve) => (end = resolve));
    server.on('GET /api/sync', async () => {
      if ((await ended) === 'lost') offline();
      return synced();
    });
    void syncNow();
    await passed(500);
    onSync();
    dispatchEvent(new Event('online'));
    return end;
  }

  it('asks nothing more where the answer comes', async () => {
    const end = await asking();

    end('comes');
    await passed(3_000);

    expect(syncs()).toBe(1);
  });

  it('asks again at once where the answer is lost', async () => {
    const end = await asking();

    end('lost');
    await passed(500);

    expect(syncs()).toBe(2);
    expect(isOffline()).toBe(false);
  });
});

it('what the browser takes for the end of the network is looked into at once, and said after two seconds', async () => {
  hintsArrive.set(true);
  server.on('GET /api/sync', offline);

  dispatchEvent(new Event('offline'));
  await passed(3_000);

  expect(isOffline()).toBe(true);
});

// spec 3.38d
it('a call that hangs since the network went is not waited for when it is back', async () => {
  server.on('GET /api/sync', ({ signal }) => {
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error())));
  });
  await passed(40_000);
  expect(syncs()).toBe(1);
  localStorage.removeItem('last_sync');

  onSync();
  dispatchEvent(new Event('online'));
  await passed(500);

  expect(syncs()).toBe(2);
  expect(localStorage.getItem('last_sync')).not.toBeNull();
});

it('what moves on the screen has the phone for itself, for six seconds at most', async () => {
  putOffSync(60_000);

  void syncNow();

  await passed(5_500);
  expect(syncs()).toBe(0);
  await passed(1_000);
  expect(syncs()).toBe(1);
});

it('a visitor asks nothing while online', async () => {
  await logout('discard');
  server.calls.length = 0;

  await passed(120_000);

  expect(server.calls).toEqual([]);
});
