import { afterEach, expect, it, vi } from 'vitest';
import { deleteMediaCache } from './media-cache';

afterEach(() => vi.unstubAllGlobals());

const failing = {
  delete: () => Promise.reject(new DOMException('Unexpected internal error', 'UnknownError')),
};

it.each([
  ['has none', undefined],
  ['has a null for it', null],
  ['fails', failing],
])('a cache storage that %s does not block the logout', async (_, storage) => {
  vi.stubGlobal('caches', storage);

  await expect(deleteMediaCache()).resolves.toBeUndefined();
});
