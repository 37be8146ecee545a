import { afterEach, expect, it, vi } from 'vitest';
import { eventually } from '../../../../test/eventually';
import { storeToken, forgetSession } from '../../session/token';
import { startChat } from './start';

let stop = () => {};

afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
  forgetSession('t');
});

it('the chat chunk is requested again if the network returns before the lost request fails', async () => {
  const startLive = vi.fn(() => () => {});
  let failRequest = () => {};
  const load = vi
    .fn<() => Promise<{ startLive: typeof startLive }>>()
    .mockImplementationOnce(
      () => new Promise((_, reject) => (failRequest = () => reject(new TypeError('lost')))),
    )
    .mockImplementation(async () => ({ startLive }));
  storeToken('t', true);
  stop = startChat(load);

  dispatchEvent(new Event('online'));
  failRequest();

  await eventually(() => expect(startLive).toHaveBeenCalledOnce());
});

it('the chat chunk is requested again after growing pauses if the first requests after the network’s return fail', async () => {
  vi.useFakeTimers();
  const startLive = vi.fn(() => () => {});
  const load = vi
    .fn<() => Promise<{ startLive: typeof startLive }>>()
    .mockRejectedValueOnce(new TypeError('lost'))
    .mockRejectedValueOnce(new TypeError('lost'))
    .mockResolvedValue({ startLive });
  storeToken('t', true);
  stop = startChat(load);

  await vi.advanceTimersByTimeAsync(999);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1999);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);

  expect(startLive).toHaveBeenCalledOnce();
});

it('the chat chunk is not requested again before the network returns', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn(() => Promise.reject(new TypeError('lost')));
  storeToken('t', true);
  stop = startChat(load);

  await new Promise((resolve) => setTimeout(resolve));
  expect(load).toHaveBeenCalledOnce();
  dispatchEvent(new Event('online'));

  await eventually(() => expect(load).toHaveBeenCalledTimes(2));
});
