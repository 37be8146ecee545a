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
])('deletes nothing where the browser’s cache storage %s, and holds up no log-out', async (_, storage) => {
  vi.stubGlobal('caches', storage);

  await expect(deleteMediaCache()).resolves.toBeUndefined();
});
