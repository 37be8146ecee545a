import { expect, it, vi } from 'vitest';
import { inDevice } from '../storage/storage';
import { keepShared, takeShared } from './shared';

const JPEG = [0xff, 0xd8, 0xff, 0xe0];
const jpeg = (...more: number[]) => new File([new Uint8Array([...JPEG, ...more])], 'slip.jpg');

it('hands a shared picture to the slip flow once, as it came', async () => {
  await keepShared(jpeg(1, 2));

  const taken = await takeShared();

  expect(taken).toMatchObject({ name: 'slip.jpg', type: 'image/jpeg' });
  expect(new Uint8Array((await taken?.arrayBuffer()) ?? [])).toEqual(new Uint8Array([...JPEG, 1, 2]));
  expect(await takeShared()).toBeNull();
});

it('offers the newest', async () => {
  await keepShared(jpeg(1));
  await keepShared(jpeg(2, 2));

  expect((await takeShared())?.size).toBe(JPEG.length + 2);
});

it('keeps three at most, whoever posts', async () => {
  for (let i = 0; i < 6; i++) await keepShared(jpeg(i));

  expect(await inDevice((db) => db.shared.count())).toBe(3);
  await takeShared();
});

it('takes no file that is no picture', async () => {
  await expect(keepShared(new File(['<script>'], 'slip.png'))).rejects.toThrow('SLIP_INVALID_FILE');

  expect(await takeShared()).toBeNull();
});

it('forgets yesterday’s', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await keepShared(jpeg());
  vi.advanceTimersByTime(25 * 3_600_000);

  expect(await takeShared()).toBeNull();
  vi.useRealTimers();
});
