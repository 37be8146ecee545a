import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../test/eventually';
import { noteServerDate } from '../../api/clock';
import { withDeviceDb } from '../../storage/storage';
import { dropShared, dropSharedPicturesOf, storeShared, claimSharedPictures } from './shared';

const HOUR = 3_600_000;
const JPEG = [0xff, 0xd8, 0xff, 0xe0];
const jpeg = (...more: number[]) => new File([new Uint8Array([...JPEG, ...more])], `${more.join('-')}.jpg`);
const nextName = async (memberId: string) => (await claimSharedPictures(memberId))?.file.name;

beforeEach(() => withDeviceDb((db) => db.shared.clear()));

it('a shared picture is offered unchanged until it is sent or dismissed', async () => {
  await storeShared([jpeg(1, 2)], 'M1');

  const first = await claimSharedPictures('M1');
  const again = await claimSharedPictures('M1');

  expect(first?.file).toMatchObject({ name: '1-2.jpg', type: 'image/jpeg' });
  expect(new Uint8Array((await first?.file.arrayBuffer()) ?? [])).toEqual(new Uint8Array([...JPEG, 1, 2]));
  expect(again?.id).toBe(first?.id);

  await dropShared(first!.id);
  expect(await claimSharedPictures('M1')).toBeNull();
});

it('several shared pictures are offered one after the other, in the order of sharing', async () => {
  await storeShared([jpeg(1), new File(['words'], 'notes.txt'), jpeg(2)], 'M1');

  const first = await claimSharedPictures('M1');
  await dropShared(first!.id);

  expect(first?.file.name).toBe('1.jpg');
  expect(await nextName('M1')).toBe('2.jpg');
});

it('the newest share is offered first', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await storeShared([jpeg(1)], 'M1');
  vi.advanceTimersByTime(1);
  await storeShared([jpeg(2), jpeg(3)], 'M1');

  expect(await nextName('M1')).toBe('2.jpg');
  vi.useRealTimers();
});

it('a member’s shared picture is offered to no other member', async () => {
  await storeShared([jpeg(1)], 'M1');

  expect(await claimSharedPictures('M2')).toBeNull();
  expect(await nextName('M1')).toBe('1.jpg');
});

it('a picture shared without a login belongs to the next member only', async () => {
  await storeShared([jpeg(1), jpeg(2)], null);

  expect(await nextName('M1')).toBe('1.jpg');

  expect(await claimSharedPictures('M2')).toBeNull();
});

it('a member’s shared pictures are deleted with the logout', async () => {
  await storeShared([jpeg(1)], 'M1');
  await storeShared([jpeg(2)], null);

  await dropSharedPicturesOf('M1');

  expect(await nextName('M1')).toBe('2.jpg');
});

it('at most ten shared pictures are kept', async () => {
  for (let i = 0; i < 6; i++) await storeShared([jpeg(i), jpeg(i)], 'M1');

  expect(await withDeviceDb((db) => db.shared.count())).toBe(10);
});

it('at most 30 MB of shared pictures are kept', async () => {
  const large = () => new File([new Uint8Array(JPEG), new Uint8Array(9_000_000)], 'large.jpg');
  for (let i = 0; i < 4; i++) await storeShared([large()], 'M1');

  expect(await withDeviceDb((db) => db.shared.count())).toBe(3);
});

it('a shared file that is no picture is skipped', async () => {
  await expect(storeShared([new File(['<script>'], 'slip.png')], 'M1')).rejects.toThrow('SLIP_INVALID_FILE');

  expect(await claimSharedPictures('M1')).toBeNull();
});

it('a shared picture is deleted after a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await storeShared([jpeg(1)], 'M1');
  vi.advanceTimersByTime(25 * HOUR);

  expect(await claimSharedPictures('M1')).toBeNull();
  vi.useRealTimers();
});

describe.each([
  ['a year ahead', 365 * 24 * HOUR],
  ['a year behind', -365 * 24 * HOUR],
])('on a phone that is %s', (_, clockError) => {
  const real = Date.parse('2026-11-21T07:00:00Z');
  const noteResponse = (at = real) => noteServerDate(new Date(at).toUTCString());
  const storedServerTime = async () =>
    (await withDeviceDb((db) => db.shared.toCollection().first()))?.serverAt;
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: real + clockError }));
  afterEach(() => {
    vi.useRealTimers();
    noteResponse(Date.now());
  });

  it('a picture shared before the first response is offered after the response', async () => {
    await storeShared([jpeg(1)], 'M1');
    noteResponse();

    expect(await nextName('M1')).toBe('1.jpg');
  });

  it('a shared picture is kept for a day even if the clock is corrected meanwhile', async () => {
    await storeShared([jpeg(1)], 'M1');
    noteResponse();
    expect(await nextName('M1')).toBe('1.jpg');
    await eventually(async () => expect(await storedServerTime()).toBe(real));

    vi.setSystemTime(real + HOUR);
    noteResponse(real + HOUR);
    expect(await nextName('M1')).toBe('1.jpg');

    vi.setSystemTime(real + 25 * HOUR);
    noteResponse(real + 25 * HOUR);
    expect(await claimSharedPictures('M1')).toBeNull();
    await eventually(async () => expect(await withDeviceDb((db) => db.shared.count())).toBe(0));
  });

  it('a shared picture is offered once the server’s time shows that it is not old', async () => {
    await storeShared([jpeg(1)], 'M1');
    noteResponse();
    await nextName('M1');
    await eventually(async () => expect(await storedServerTime()).toBe(real));
    vi.setSystemTime(real + HOUR);

    const offered = nextName('M1');
    await new Promise((resolve) => setTimeout(resolve, 50));
    noteResponse(real + HOUR);

    expect(await offered).toBe('1.jpg');
  });
});
