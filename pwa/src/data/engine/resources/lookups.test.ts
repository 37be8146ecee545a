import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok, serve, type TestServer } from '../../../../test/server';
import { setLocale } from '../../device/locale';
import { logout } from '../../app/logout';
import { getSession, login } from '../../session/session';
import { inDevice, inMember } from '../../storage/storage';
import { syncNow } from '../sync/sync';
import { fetchStaleLookups, refreshResource } from './refresh';

let server: TestServer;
let bodies: number;
let tags: Record<string, string>;

beforeEach(async () => {
  server = serve();
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
  await inDevice((db) => db.lookups.clear());
  localStorage.clear();
  vi.unstubAllGlobals();
});

const signIn = () => login({ username: '08', password: 'x', rememberMe: true });
const onDevice = () => inDevice((db) => db.lookups.toArray());

describe('a lookup', () => {
  it('is fetched once and then only asked whether it changed', async () => {
    await refreshResource('banks');
    await refreshResource('banks');

    expect(bodies).toBe(1);
    expect(await onDevice()).toMatchObject([{ key: 'banks', etag: '"v1"', data: { of: 'banks' } }]);
  });

  it('is asked for once at a time, whoever asks', async () => {
    await Promise.all([refreshResource('banks'), refreshResource('banks')]);

    expect(server.calls).toEqual(['GET /api/lookup/banks']);
  });

  it('with texts is kept for each language', async () => {
    await refreshResource('conditions');
    setLocale('lo');
    await refreshResource('conditions');

    const kept = (await onDevice()).map(({ key, data }) => [key, (data as { of: string }).of]);
    expect(kept).toEqual([
      ['conditions:lo', '?locale=lo'],
      ['conditions:th', '?locale=th'],
    ]);
  });

  it('of members only is asked for with the token and kept with the member', async () => {
    await refreshResource('deposit');
    expect(server.calls).toEqual([]);

    await signIn();
    await refreshResource('deposit');

    const kept = await inMember('M1', (db) => db.lookups.toArray());
    expect(kept).toMatchObject([{ key: 'deposit', data: { by: 'Bearer t' } }]);
    expect(await onDevice()).toEqual([]);
  });

  it('of everybody is asked for without the token', async () => {
    await signIn();

    await refreshResource('banks');

    expect(await onDevice()).toMatchObject([{ data: { by: null } }]);
  });
});

describe('what a sync calls changed', () => {
  beforeEach(async () => {
    await signIn();
    await refreshResource('banks');
    server.calls.length = 0;
  });

  it('is fetched again if the device holds it, once', async () => {
    tags = { banks: 'b2', sources: 's2' };

    await syncNow();
    await syncNow();

    expect(server.calls.filter((call) => call.includes('lookup'))).toEqual(['GET /api/lookup/banks']);
  });

  it('is not asked for where the device holds that very version', async () => {
    tags = { banks: '"v1"' };

    await syncNow();

    expect(server.calls.filter((call) => call.includes('lookup'))).toEqual([]);
  });

  it('stops no sync where it is of a newer server, and unknown to this app', async () => {
    tags = { lottery: 'l1', banks: 'b2' };

    expect(await syncNow()).toBe(true);

    expect(server.calls.filter((call) => call.includes('lookup'))).toEqual(['GET /api/lookup/banks']);
  });

  it('is not forgotten where fetching it fails', async () => {
    tags = { banks: 'b2' };
    const reply = vi.fn((): Response => {
      throw new TypeError('Failed to fetch');
    });
    server.on('GET /api/lookup/banks', reply);
    await syncNow();

    reply.mockImplementation(() => ok({ fresh: true }));
    await fetchStaleLookups('M1');

    expect(await onDevice()).toMatchObject([{ key: 'banks', data: { fresh: true } }]);
  });
});
