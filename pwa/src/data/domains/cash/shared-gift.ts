/**
 * A gift link that another app shared with this app. The service worker stores it, and the deposit sheet
 * offers it. It is kept for a day, or until it is redeemed or dismissed.
 */
import { waitForServerTime } from '../../api/clock';
import {
  isExpired,
  waitBrieflyForServerTime,
  shareTimeNow,
  withServerTime,
  type ShareTime,
} from '../../api/shared-time';
import type { DeviceDb } from '../../storage/db';
import { withDeviceDb } from '../../storage/storage';

const KEY = 'shared-gift';

interface SharedGift extends ShareTime {
  link: string;
  /** The owner; null for the next member who opens the sheet. */
  memberId: string | null;
}

/** giftLinkIn finds a gift link of the only provider that we redeem from, anywhere in a text. */
export function giftLinkIn(text: string): string | undefined {
  return /https:\/\/gift\.truemoney\.com\/campaign\/?\?v=\w+/.exec(text)?.[0];
}

/**
 * storeSharedGift stores the link in place of an older one. Anyone who has the link can redeem it, so it is
 * never put in a URL.
 */
export async function storeSharedGift(link: string, memberId: string | null): Promise<void> {
  const value: SharedGift = { link, ...shareTimeNow(), memberId };
  await withDeviceDb((db) => db.facts.put({ key: KEY, value }));
}

/**
 * claimSharedGift returns the link shared within the last day and assigns it to this member. Returns null if
 * there is none.
 */
export async function claimSharedGift(memberId: string): Promise<string | null> {
  const stored = await withDeviceDb(readSharedGift);
  if (stored && isExpired(stored)) await waitBrieflyForServerTime();
  void waitForServerTime()
    .then(addServerTime)
    .catch(() => {});
  return withDeviceDb((db) =>
    db.transaction('rw', db.facts, async () => {
      const gift = await readSharedGift(db);
      if (!gift || isExpired(gift)) return null;
      if ((gift.memberId ?? memberId) !== memberId) return null;
      await db.facts.put({ key: KEY, value: { ...gift, memberId } });
      return gift.link;
    }),
  );
}

async function readSharedGift(db: DeviceDb): Promise<SharedGift | undefined> {
  return (await db.facts.get(KEY))?.value as SharedGift | undefined;
}

async function addServerTime(): Promise<void> {
  await withDeviceDb((db) =>
    db.transaction('rw', db.facts, async () => {
      const gift = await readSharedGift(db);
      if (gift) await db.facts.put({ key: KEY, value: withServerTime(gift) });
    }),
  );
}

/** dropSharedGift deletes the stored link: after its redemption or dismissal, and when the member logs out. */
export async function dropSharedGift(): Promise<void> {
  await withDeviceDb((db) => db.facts.delete(KEY));
}
