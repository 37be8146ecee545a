import { afterEach, expect, it, vi } from 'vitest';
import script from '../../backend/games/launchpage/launch.js?raw';
import { offline, stubServer } from '../test/server';

afterEach(() => {
  Reflect.deleteProperty(document, 'prerendering');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('a game window that the browser prerenders uses its number only when it is shown', () => {
  vi.useFakeTimers();
  const server = stubServer();
  server.on('POST /play-door/take', offline);
  document.body.innerHTML = '<p id="opening"></p><p id="failed" hidden></p>';
  history.replaceState(null, '', `/play/pg#${'a'.repeat(32)}`);
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true });

  new Function(script)();
  expect([server.calls, location.hash]).toEqual([[], `#${'a'.repeat(32)}`]);
  document.dispatchEvent(new Event('prerenderingchange'));

  expect([server.calls, location.hash]).toEqual([['POST /play-door/take'], '']);
});
