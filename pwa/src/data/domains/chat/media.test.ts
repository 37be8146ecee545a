import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { offline, ok, stubServer, type TestServer } from '../../../../test/server';
import { storeToken } from '../../session/token';
import { withDeviceDb } from '../../storage/storage';
import { claimMedia, clearMedia, mediaAddress } from './media';

let server: TestServer;
const deleted = vi.fn(async () => true);

beforeEach(async () => {
  server = stubServer();
  vi.stubGlobal('caches', { delete: deleted });
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  storeToken('t', true);
  await clearMedia();
  deleted.mockClear();
});

afterEach(async () => {
  localStorage.clear();
  await withDeviceDb((db) => Promise.all([db.facts.clear(), db.sessions.clear()]));
  vi.unstubAllGlobals();
});

const expiryIn = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const address = (seconds: number) => `/media/chat/a?e=${expiryIn(seconds)}&s=x`;

it('an address that is still valid is used unchanged', async () => {
  const src = address(600);

  expect(await mediaAddress('chat/a', { src, thumb: 'thumb' })).toEqual({ src, thumb: 'thumb' });
  expect(server.calls).toEqual([]);
});

it('an expired address is renewed, and the new one is used again', async () => {
  const fresh = { src: address(3600), thumb: '/media/chat/a/thumb?e=1&s=y' };
  server.on('POST /api/chat/media', ({ body }) =>
    ok((body as { path: string }).path === 'chat/a' ? fresh : {}),
  );

  expect(await mediaAddress('chat/a', { src: address(-1) })).toEqual(fresh);
  expect(await mediaAddress('chat/a', { src: address(10) })).toEqual(fresh);

  expect(server.calls.filter((call) => call === 'POST /api/chat/media')).toHaveLength(1);
});

it('without a network the bare path is returned, which the service worker may have cached', async () => {
  server.on('POST /api/chat/media', offline);

  expect(await mediaAddress('chat/a')).toEqual({ src: '/media/chat/a', thumb: '/media/chat/a/thumb' });
});

it('the pictures of one owner are deleted before another owner’s are cached', async () => {
  await claimMedia('M1');
  await claimMedia('M1');
  expect(deleted).toHaveBeenCalledTimes(1);

  await claimMedia('M2');

  expect(deleted).toHaveBeenCalledTimes(2);
});
