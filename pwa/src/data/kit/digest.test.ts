// @vitest-environment node
import { afterEach, expect, it, vi } from 'vitest';
import { newId, randomHex, sha256 } from './digest';

afterEach(() => vi.unstubAllGlobals());

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('sha256 returns hex for text and for bytes', async () => {
  const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

  expect(await sha256('abc')).toBe(abc);
  expect(await sha256(new Uint8Array([97, 98, 99]).buffer)).toBe(abc);
});

it('a page without a secure context has ids and no digest', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });

  expect(newId()).toMatch(UUID_V4);
  expect(newId()).not.toBe(newId());
  expect(await sha256('abc')).toBe('');
});

it('randomHex returns 32 unpredictable hex digits', () => {
  expect(randomHex()).toMatch(/^[0-9a-f]{32}$/);
  expect(randomHex()).not.toBe(randomHex());
});
