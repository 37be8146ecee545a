import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../test/eventually';
import { noteServerDate } from '@/data/api/clock';
import { dropSharedGift, claimSharedGift } from '@/data/domains/cash/shared-gift';
import { claimSharedPictures } from '@/data/domains/slip/shared';
import { withDeviceDb } from '@/data/storage/storage';
import { openShare, receiveShare, SHARE_PATH } from './share';

const GIFT = 'https://gift.truemoney.com/campaign/?v=0199a2b3c4d5';
const jpeg = () =>
  new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 7])], 'slip.jpg', { type: 'image/jpeg' });

beforeEach(() => withDeviceDb((db) => Promise.all([db.shared.clear(), db.facts.clear()])));

/** Posts a form like the system does, and returns the path of the redirect. */
async function share(parts: Record<string, string | File>): Promise<string> {
  const body = new FormData();
  for (const [name, value] of Object.entries(parts)) body.append(name, value);
  const request = new Request(`https://wallet.test${SHARE_PATH}`, { method: 'POST', body });
  const response = await receiveShare({ request });
  // A redirect with 303, so that a reload of the next page does not post again.
  expect(response.status).toBe(303);
  const { origin, pathname, search } = new URL(response.headers.get('Location')!);
  expect(origin).toBe('https://wallet.test');
  return pathname + search;
}

it('the share address without a share redirects to the choice of a slip', async () => {
  const response = await openShare({ url: new URL(SHARE_PATH, 'https://wallet.test') });

  expect(response.status).toBe(303);
  expect(response.headers.get('Location')).toBe('https://wallet.test/user/statement?sheet=slips');
});

describe('a share of another app', () => {
  it('a shared picture is offered as a slip, whatever text comes with it', async () => {
    expect(await share({ title: 'Slip', text: GIFT, slip: jpeg() })).toBe('/user/statement?shared=1');

    expect((await claimSharedPictures('M1'))?.file).toMatchObject({ name: 'slip.jpg' });
    expect(await claimSharedGift('M1')).toBeNull();
  });

  it('a shared file that is no picture is refused', async () => {
    expect(await share({ slip: new File(['<html>'], 'slip.png') })).toBe('/user/statement?shared=0');

    expect(await claimSharedPictures('M1')).toBeNull();
  });

  it.each([
    ['text', `ส่งซองของขวัญให้คุณ ${GIFT} กดรับได้เลย`],
    ['url', GIFT],
    ['title', GIFT],
  ])('a gift link in the shared %s is offered as a gift, and is in no address', async (name, text) => {
    const path = await share({ [name]: text });

    expect(path).toBe('/user/home?sheet=deposit');
    expect(await claimSharedGift('M1')).toBe(GIFT);
    expect(await claimSharedGift('M2')).toBeNull();
    await dropSharedGift();
    expect(await claimSharedGift('M1')).toBeNull();
  });

  it.each([
    '',
    'Hello',
    'http://gift.truemoney.com/campaign/?v=0199a2b3c4d5',
    'https://gift.truemoney.com.evil.example/campaign/?v=0199a2b3c4d5',
  ])('a share without picture and gift link is reported as no gift (%s)', async (text) => {
    expect(await share({ text })).toBe('/user/home?shared=0');

    expect(await claimSharedGift('M1')).toBeNull();
  });
});

it('a shared gift link is deleted after a day', async () => {
  await share({ text: GIFT });
  await withDeviceDb((db) =>
    db.facts.update('shared-gift', { value: { link: GIFT, sharedAt: Date.now() - 90_000_000 } }),
  );

  expect(await claimSharedGift('M1')).toBeNull();
});

it.each([
  ['ahead', 365 * 86_400_000],
  ['behind', -365 * 86_400_000],
])(
  'a gift link shared on a phone that is a year %s is kept for a day, also if the clock is corrected meanwhile',
  async (_, clockError) => {
    const real = Date.now();
    const noteServerTime = (at: number) => noteServerDate(new Date(at).toUTCString());
    vi.useFakeTimers({ toFake: ['Date'], now: real + clockError });
    await share({ text: GIFT });
    noteServerTime(real);
    expect(await claimSharedGift('M1')).toBe(GIFT);
    await eventually(async () =>
      expect((await withDeviceDb((db) => db.facts.get('shared-gift')))?.value).toHaveProperty('serverAt'),
    );

    vi.setSystemTime(real + 3_600_000);
    noteServerTime(real + 3_600_000);
    expect(await claimSharedGift('M1')).toBe(GIFT);

    vi.setSystemTime(real + 25 * 3_600_000);
    noteServerTime(real + 25 * 3_600_000);
    expect(await claimSharedGift('M1')).toBeNull();
    vi.useRealTimers();
    noteServerTime(Date.now());
  },
);
