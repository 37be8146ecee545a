import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { offline, ok, stubServer, type TestServer } from '../../../test/server';
import { useList } from '../engine/pages/pages';
import { setLocale } from '../device/locale';
import { enqueuePicture } from '../domains/slip/store';
import { noteProgress } from '../engine/outbox/progress';
import { useHome } from '../domains/wallet/use-home';
import { useResource } from '../engine/resources/use-resource';
import { logout } from './logout';
import { getSession, login } from '../session/session';
import { withDeviceDb, withMemberDb } from '../storage/storage';
import { useQueue } from '../engine/outbox/use-queue';

let server: TestServer;

beforeEach(async () => {
  server = stubServer();
  server.on('POST /api/login', () => ok({ token: 't', expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/sync', offline);
  server.on('GET /api/wallet', offline);
  server.on('POST /api/statement', offline);
  server.on('POST /api/statement/slip', offline);
  await login({ username: '08', password: 'x', rememberMe: true });
});

afterEach(async () => {
  cleanup();
  if (getSession()) await act(() => logout('discard'));
  await withDeviceDb((db) => db.lookups.clear());
  localStorage.clear();
  document.cookie = 'locale=; path=/; max-age=0';
  vi.unstubAllGlobals();
});

const statement = {
  _id: 's1',
  statementType: 'deposit' as const,
  status: 'SUCCESS' as const,
  from: 'KTB',
  to: 'WALLET',
  amount: 5,
  createdAt: '2026-01-01T00:00:00Z',
  version: 1,
};

describe('a data hook', () => {
  it('a data hook returns stored data and its age without a network', async () => {
    await withMemberDb('M1', (db) => db.home.put({ key: 'wallet', value: { amount: 7 }, fetchedAt: 1_000 }));

    const { result } = renderHook(() => useHome());

    await waitFor(() => expect(result.current.data).toEqual({ wallet: { amount: 7 } }));
    expect(result.current.asOf).toEqual(new Date(1_000));
    await waitFor(() => expect(result.current.loading).toBe(false));
  });

  it.each<[string, () => { data: unknown; loading: boolean }]>([
    ['home', () => useHome()],
    ['the statement', () => useList('statement')],
    ['slips', () => useList('slips')],
    ['the friends', () => useList('invites')],
    ['the refunds', () => useList('refunds')],
    ['the agreements', () => useResource('agreements')],
    ['the ways to deposit', () => useResource('deposit')],
  ])('a data hook stops loading if nothing is known and no response comes: %s', async (_, use) => {
    const { result } = renderHook(use);
    expect(result.current.loading).toBe(true);

    await waitFor(() => expect(result.current.loading).toBe(false));

    expect(result.current.data).toBeUndefined();
  });

  it('a data hook returns a response as soon as it is stored', async () => {
    server.on('POST /api/statement', () => ok({ total: 1, statements: [statement] }));

    const { result } = renderHook(() => useList('statement'));

    await waitFor(() => expect(result.current.data?.rows).toMatchObject([{ _id: 's1' }]));
    expect(result.current.data?.total).toBe(1);
  });

  it.each<[string, () => { data: unknown; loading: boolean }]>([
    ['home', () => useHome()],
    ['the statement', () => useList('statement')],
    ['the ways to deposit', () => useResource('deposit')],
  ])('a data hook stays loading while a response is on its way: %s', async (_, use) => {
    server.on('GET /api/wallet', () =>
      ok({ wallet: { amount: 7, asOf: '2026-01-01T00:00:00Z' }, slots: [] }),
    );
    server.on('POST /api/statement', () => ok({ total: 0, statements: [] }));
    server.on('GET /api/lookup/deposit', () => ok({ depositMin: 1 }));

    const drawn: { data: unknown; loading: boolean }[] = [];
    renderHook(() => drawn.push(use()));
    await waitFor(() => expect(drawn.at(-1)?.loading).toBe(false));

    expect(drawn.filter(({ data, loading }) => !loading && data === undefined)).toEqual([]);
    expect(drawn.at(-1)?.data).toBeDefined();
  });

  it('a data hook distinguishes an empty list from an unknown one', async () => {
    server.on('POST /api/statement', () => ok({ total: 0, statements: [] }));

    const { result } = renderHook(() => useList('statement'));

    await waitFor(() => expect(result.current.data).toMatchObject({ rows: [], total: 0 }));
  });

  it('a queued slip is shown as unsent, with its percent while it is sent', async () => {
    const picture = { id: 'a', bytes: new ArrayBuffer(1), mime: 'image/png', sha256: '' };
    await withMemberDb('M1', (db) => enqueuePicture(db, picture, Date.now()));
    const slips = renderHook(() => useList('slips'));
    const queue = renderHook(() => useQueue());
    await waitFor(() => expect(slips.result.current.data?.rows).toMatchObject([{ unsent: true }]));
    await waitFor(() => expect(queue.result.current.data).toMatchObject([{ state: 'queued' }]));

    await act(() => withMemberDb('M1', (db) => db.outbox.update(1, { state: 'sending' })));
    act(() => noteProgress('a', 0.42));

    await waitFor(() => expect(queue.result.current.data).toMatchObject([{ progress: 42 }]));
  });

  it('a data hook returns nothing of a member who logged out', async () => {
    await withMemberDb('M1', (db) => db.home.put({ key: 'wallet', value: { amount: 7 }, fetchedAt: 1 }));
    const { result } = renderHook(() => useHome());
    await waitFor(() => expect(result.current.data).toBeDefined());

    await act(() => logout('discard'));

    await waitFor(() => expect(result.current.data).toBeUndefined());
  });
});

describe('a lookup', () => {
  beforeEach(() => {
    server.on('GET /api/lookup/info', ({ url }) => ok({ name: url.searchParams.get('locale') }));
  });

  it('a lookup changes with the chosen language', async () => {
    const { result } = renderHook(() => useResource('info'));
    await waitFor(() => expect(result.current.data?.name).toBe('th'));

    act(() => setLocale('en'));

    await waitFor(() => expect(result.current.data?.name).toBe('en'));
  });

  it('a lookup never shows the text of another language', async () => {
    const { result } = renderHook(() => useResource('info'));
    await waitFor(() => expect(result.current.data?.name).toBe('th'));
    server.on('GET /api/lookup/info', offline);

    act(() => setLocale('lo'));

    expect(result.current.data).toBeUndefined();
    await waitFor(() => expect(result.current.loading).toBe(false));
  });
});
