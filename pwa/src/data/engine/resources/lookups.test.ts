import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok, stubServer, type TestServer } from '../../../../test/server';
import { setLocale } from '../../device/locale';
import { logout } from '../../app/logout';
import { getSession, login } from '../../session/session';
import { withDeviceDb, withMemberDb } from '../../storage/storage';
import { syncNow } from '../sync/sync';
import { fetchStaleLookups, refreshResource } from './refresh';

let server: TestServer;
let bodies: number;
let tags: Record<string, string>;

beforeEach(async () => {
  server = stubServer();
  bodies = 0;
  tags = {};
  server.on('POST /api/login', () => ok({ token: 't', expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/sync', () =>
    ok({
      cursor: '1.1',
      more: false,
      reset: false,
      lookups: tags,
      wallet: { amount: 1, asOf: '2026-01-01T00:00:00Z', currency: 'BAHT' },
      statements: [],
      slips: [],
    }),
  );
  for (const name of ['banks', 'conditions', 'deposit']) {
    server.on(`GET /api/lookup/${name}`, ({ headers, url }) => {
      if (headers.get('If-None-Match') === '"v1"') return new Response(null, { status: 304 });
      bodies++;
      return ok({ of: url.search || name, by: headers.get('Authorization') }, 200, { ETag: '"v1"' });
    });
  }
});

afterEach(async () => {
  if (getSession()) await logout('discard');
  await withDeviceDb((db) => db.lookups.clear());
  localStorage.clear();
  vi.unstubAllGlobals();
});

const signIn = () => login({ username: '08', password: 'x', rememberMe: true });
const deviceLookups = () => withDeviceDb((db) => db.lookups.toArray());

describe('a lookup', () => {
  it('a lookup is fetched once, and later requests are conditional', async () => {
    await refreshResource('banks');
    await refreshResource('banks');

    expect(bodies).toBe(1);
    expect(await deviceLookups()).toMatchObject([{ key: 'banks', etag: '"v1"', data: { of: 'banks' } }]);
  });

  it('callers at the same time share one request for a lookup', async () => {
    await Promise.all([refreshResource('banks'), refreshResource('banks')]);

    expect(server.calls).toEqual(['GET /api/lookup/banks']);
  });

  it('a lookup with texts is stored for each language', async () => {
    await refreshResource('conditions');
    setLocale('lo');
    await refreshResource('conditions');

    const kept = (await deviceLookups()).map(({ key, data }) => [key, (data as { of: string }).of]);
    expect(kept).toEqual([
      ['conditions:lo', '?locale=lo'],
      ['conditions:th', '?locale=th'],
    ]);
  });

  it('a lookup for members is requested with the token and stored with the member', async () => {
    await refreshResource('deposit');
    expect(server.calls).toEqual([]);

    await signIn();
    await refreshResource('deposit');

    const kept = await withMemberDb('M1', (db) => db.lookups.toArray());
    expect(kept).toMatchObject([{ key: 'deposit', data: { by: 'Bearer t' } }]);
    expect(await deviceLookups()).toEqual([]);
  });

  it('a public lookup is requested without the token', async () => {
    await signIn();

    await refreshResource('banks');

    expect(await deviceLookups()).toMatchObject([{ data: { by: null } }]);
  });
});

describe('a lookup that a sync reports as changed', () => {
  beforeEach(async () => {
    await signIn();
    await refreshResource('banks');
    server.calls.length = 0;
  });

  it('a changed lookup is fetched again once if the device has it', async () => {
    tags = { banks: 'b2', sources: 's2' };

    await syncNow();
    await syncNow();

    expect(server.calls.filter((call) => call.includes('lookup'))).toEqual(['GET /api/lookup/banks']);
  });

  it('a changed lookup is not fetched if the device has that version', async () => {
    tags = { banks: '"v1"' };

    await syncNow();

    expect(server.calls.filter((call) => call.includes('lookup'))).toEqual([]);
  });

  it('an unknown lookup of a newer server does not stop a sync', async () => {
    tags = { lottery: 'l1', banks: 'b2' };

    expect(await syncNow()).toBe(true);

    expect(server.calls.filter((call) => call.includes('lookup'))).toEqual(['GET /api/lookup/banks']);
  });

  it('a changed lookup whose request fails is requested again later', async () => {
    tags = { banks: 'b2' };
    const reply = vi.fn((): Response => {
      throw new TypeError('Failed to fetch');
    });
    server.on('GET /api/lookup/banks', reply);
    await syncNow();

    reply.mockImplementation(() => ok({ fresh: true }));
    await fetchStaleLookups('M1');

    expect(await deviceLookups()).toMatchObject([{ key: 'banks', data: { fresh: true } }]);
  });
});
