import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import { Component, createElement, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { offline, ok, stubServer } from '../../../../test/server';
import { logout } from '../../app/logout';
import { getSession, login } from '../../session/session';
import type { MemberDb } from '../../storage/db';
import { memoryStorage } from '../../storage/memory';
import { allowMemory, withMemberDb, isInMemory, openedMemberDb } from '../../storage/storage';
import { readFirst, useLast, useLive, useLiveIn, type StoredQuery } from './live';

beforeEach(async () => {
  const server = stubServer();
  server.on('POST /api/login', () => ok({ token: 't', expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/sync', offline);
  await login({ username: '08', password: 'x', rememberMe: true });
  await putAmount(1);
});

afterEach(async () => {
  cleanup();
  if (getSession()) await act(() => logout('discard'));
  localStorage.clear();
  vi.unstubAllGlobals();
});

const putAmount = (amount: number) =>
  withMemberDb('M1', (db) => db.home.put({ key: 'wallet', value: amount, fetchedAt: 1 }));

/** Bypasses Dexie, which then does not notice the change. */
async function emptyHome(): Promise<void> {
  const disk = await withMemberDb('M1', async (db) => db.backendDB());
  const emptying = disk.transaction('home', 'readwrite');
  emptying.objectStore('home').clear();
  await new Promise((resolve) => (emptying.oncomplete = resolve));
}

/** Reads the amount, with a read function that counts calls. */
function amount(name = 'amount') {
  const read = vi.fn(async (db: MemberDb) => (await db.home.get('wallet'))?.value);
  return { database: 'member', name, read } satisfies StoredQuery<unknown>;
}

it('data that readFirst has read is returned at the first render', async () => {
  const reading = amount();
  await readFirst(reading);

  const drawn: unknown[] = [];
  renderHook(() => drawn.push(useLive(reading)));

  expect(drawn[0]).toBe(1);
  expect(reading.read).toHaveBeenCalledOnce();
});

it('components with the same data share one read, and each is notified of a change', async () => {
  const reading = amount();
  const one = renderHook(() => useLive(reading));
  const other = renderHook(() => useLive(reading));
  await waitFor(() => expect(other.result.current).toBe(1));
  expect(reading.read).toHaveBeenCalledOnce();

  await act(() => putAmount(2));

  await waitFor(() => expect([one.result.current, other.result.current]).toEqual([2, 2]));
});

it('the rows on the disk are shown, even if the browser has deleted some', async () => {
  const keys = {
    database: 'member',
    name: 'keys',
    read: async (db: MemberDb) => (await db.home.toArray()).map(({ key }) => key),
  } satisfies StoredQuery<unknown>;
  const { result } = renderHook(() => useLive(keys));
  await waitFor(() => expect(result.current).toEqual(['wallet']));

  await emptyHome();
  await act(() => withMemberDb('M1', (db) => db.home.put({ key: 'slots', value: [], fetchedAt: 1 })));

  await waitFor(() => expect(result.current).toEqual(['slots']));
});

it('unchanged data that is written again is the identical object, and renders nothing', async () => {
  const putSlots = () =>
    withMemberDb('M1', (db) => db.home.put({ key: 'slots', value: [{ code: 'pg' }], fetchedAt: 1 }));
  await putSlots();
  const read = vi.fn(async (db: MemberDb) => (await db.home.get('slots'))?.value);
  const drawn: unknown[] = [];
  renderHook(() => drawn.push(useLive({ database: 'member', name: 'slots', read })));
  await waitFor(() => expect(drawn.at(-1)).toEqual([{ code: 'pg' }]));
  const times = drawn.length;

  await act(putSlots);
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  await act(() => new Promise((resolve) => setTimeout(resolve)));

  expect(drawn).toHaveLength(times);
});

it('a component that is shown again returns data that was written in the meantime', async () => {
  const reading = amount();
  const before = renderHook(() => useLive(reading));
  await waitFor(() => expect(before.result.current).toBe(1));
  before.unmount();
  await putAmount(2);
  await waitFor(() => expect(reading.read).toHaveBeenCalledTimes(2));
  await reading.read.mock.results[1]!.value;
  await new Promise((resolve) => setTimeout(resolve));

  const drawn: unknown[] = [];
  renderHook(() => drawn.push(useLive(reading)));

  expect(drawn[0]).toBe(2);
});

it('a query ends half a minute after its last component', async () => {
  const reading = amount();
  const shown = renderHook(() => useLive(reading));
  await waitFor(() => expect(shown.result.current).toBe(1));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  shown.unmount();
  vi.advanceTimersByTime(30_000);
  vi.useRealTimers();

  await putAmount(2);
  const again = renderHook(() => useLive(reading));

  expect(again.result.current).toBeUndefined();
  await waitFor(() => expect(again.result.current).toBe(2));
  expect(reading.read).toHaveBeenCalledTimes(2);
});

it('a page renders without data that cannot be read within a second', async () => {
  const never: StoredQuery<unknown> = {
    database: 'member',
    name: 'never',
    read: () => new Promise(() => {}),
  };
  await withMemberDb('M1', async () => {});
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  const drawn = readFirst(never);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();

  await expect(drawn).resolves.toBeUndefined();
});

it('a read error reaches the page’s error boundary, and is not retried endlessly', async () => {
  const reading = amount();
  reading.read.mockRejectedValue(new Error('broken'));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const Shown = () => createElement('p', null, String(useLive(reading)));

  render(createElement(Boundary, null, createElement(Shown)));

  expect(await screen.findByText('broken')).toBeTruthy();
  const reads = reading.read.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(reading.read).toHaveBeenCalledTimes(reads);
});

it('data is read again after an error', async () => {
  const reading = amount();
  reading.read.mockRejectedValueOnce(new Error('broken'));
  await readFirst(reading);

  const shown = renderHook(() => useLive(reading));

  await waitFor(() => expect(shown.result.current).toBe(1));
});

it('data is shown once a failed database was opened again', async () => {
  const reading = amount();
  reading.read.mockRejectedValueOnce(new DOMException('', 'UnknownError'));

  const shown = renderHook(() => useLive(reading));

  await waitFor(() => expect(shown.result.current).toBe(1));
});

it('a component that reads a replaced database shows no error page', async () => {
  const replaced = openedMemberDb('M1')!;
  let tries = 0;
  await withMemberDb('M1', async () => {
    if (tries++ === 0) throw new DOMException('', 'UnknownError');
  });
  const read = vi.fn((db: MemberDb) => db.home.count());
  const Shown = () => createElement('p', null, String(useLiveIn(replaced, 'replaced', read)));

  render(createElement(Boundary, null, createElement(Shown)));

  await waitFor(() => expect(read).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(read).toHaveBeenCalledOnce();
  expect(screen.getByText('undefined')).toBeTruthy();
});

it('data is shown from memory if the database fails permanently', async () => {
  const reading = amount();
  allowMemory(async () => memoryStorage());
  reading.read.mockImplementation(async (db) => {
    if (!isInMemory()) throw new DOMException('', 'UnknownError');
    return (await db.home.get('wallet'))?.value;
  });
  const Shown = () => createElement('p', null, String(useLive(reading)));

  render(createElement(Boundary, null, createElement(Shown)));

  expect(await screen.findByText('1')).toBeTruthy();
  expect(isInMemory()).toBe(true);
});

class Boundary extends Component<{ children?: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};
  static getDerivedStateFromError(error: Error) {
    return { error };
  }
  override render() {
    return this.state.error ? this.state.error.message : this.props.children;
  }
}

it('the last page is shown until the next one was read', () => {
  const { result, rerender } = renderHook(({ read }: { read?: string }) => useLast(read), {
    initialProps: { read: 'one' } as { read?: string },
  });

  rerender({});
  expect(result.current).toBe('one');

  rerender({ read: 'two' });
  expect(result.current).toBe('two');
});
