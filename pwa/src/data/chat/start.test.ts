import { afterEach, expect, it, vi } from 'vitest';
import { keepToken, forgetSession } from '../session/token';
import { startChat } from './start';

let stop = () => {};

afterEach(() => {
  stop();
  forgetSession('t');
});

it('is tried again where the network comes back before the lost request gives up', async () => {
  const lives = vi.fn(() => () => {});
  let giveUp = () => {};
  const load = vi
    .fn<() => Promise<{ startLive: typeof lives }>>()
    .mockImplementationOnce(() => new Promise((_, reject) => (giveUp = () => reject(new TypeError('lost')))))
    .mockImplementation(async () => ({ startLive: lives }));
  keepToken('t', true);
  stop = startChat(load);

  dispatchEvent(new Event('online'));
  giveUp();

  await vi.waitFor(() => expect(lives).toHaveBeenCalledOnce());
});

it('is not tried again before the network comes back', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('lost')));
  keepToken('t', true);
  stop = startChat(load);

  await new Promise((resolve) => setTimeout(resolve));
  expect(load).toHaveBeenCalledOnce();
  dispatchEvent(new Event('online'));

  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
});
