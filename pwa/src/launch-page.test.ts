import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import script from '../../backend/games/launchpage/launch.js?raw';
import { offline, ok, stubServer } from '../test/server';

const TAKE = 'POST /play-door/take';

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<p id="opening"></p><p id="failed" hidden></p>';
  history.replaceState(null, '', `/play/pg#${'a'.repeat(32)}`);
});

afterEach(() => {
  Reflect.deleteProperty(document, 'prerendering');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const isFailureShown = () => !document.querySelector<HTMLElement>('#failed')!.hidden;

it('a game window that the browser prerenders uses its number only when it is shown', () => {
  const server = stubServer();
  server.on(TAKE, offline);
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true });

  new Function(script)();
  expect([server.calls, location.hash]).toEqual([[], `#${'a'.repeat(32)}`]);
  document.dispatchEvent(new Event('prerenderingchange'));

  expect([server.calls, location.hash]).toEqual([[TAKE], '']);
});

describe('a game window asks again, and opens its game, after', () => {
  it.each<[string, () => Response]>([
    ['no network', offline],
    ['a launch that is not ready', () => new Response(null, { status: 202 })],
    ['too many requests of its address', () => new Response(null, { status: 429 })],
    ['an error of the server', () => new Response(null, { status: 500 })],
    ['a proxy without a server', () => new Response('<html>', { status: 502 })],
    ['a response that was cut off', () => new Response('{"action":', { status: 200 })],
  ])('%s', async (_, firstResponse) => {
    const server = stubServer();
    const sent: string[] = [];
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
      sent.push(`${this.action} ${this.querySelector('input')?.value}`);
    });
    server.on(TAKE, firstResponse);

    new Function(script)();
    await vi.advanceTimersByTimeAsync(0);
    server.on(TAKE, () => ok({ action: 'https://game.test/enter', fields: { token: 't1' } }));
    await vi.advanceTimersByTimeAsync(2_000);

    expect(server.calls).toEqual([TAKE, TAKE]);
    expect([sent, isFailureShown()]).toEqual([['https://game.test/enter t1'], false]);
  });
});

it.each([404, 400])(
  'a game window shows at %i that the game cannot be opened, and asks no more',
  async (status) => {
    const server = stubServer();
    server.on(TAKE, () => new Response(null, { status }));

    new Function(script)();
    await vi.advanceTimersByTimeAsync(120_000);

    expect([server.calls, isFailureShown()]).toEqual([[TAKE], true]);
  },
);

it('a game window asks for a minute, and then shows that the game cannot be opened', async () => {
  const server = stubServer();
  server.on(TAKE, () => new Response(null, { status: 503 }));

  new Function(script)();
  await vi.advanceTimersByTimeAsync(50_000);
  expect(isFailureShown()).toBe(false);
  await vi.advanceTimersByTimeAsync(15_000);
  const calls = server.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);

  expect([server.calls.length, isFailureShown()]).toEqual([calls, true]);
});
