import { afterEach, expect, it, vi } from 'vitest';
import { deleteMediaCache } from './media-cache';

afterEach(() => vi.unstubAllGlobals());

const failing = {
  delete: () => Promise.reject(new DOMException('Unexpected internal error', 'UnknownError')),
};

it.each([
  ['is missing', undefined],
  ['is null', null],
  ['fails', failing],
])('deleteMediaCache resolves if the cache storage %s', async (_, storage) => {
  vi.stubGlobal('caches', storage);

  await expect(deleteMediaCache()).resolves.toBeUndefined();
});
