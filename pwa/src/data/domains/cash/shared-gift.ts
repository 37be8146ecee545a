/**
 * A gift link shared into the app, between the service worker that takes it in and the deposit sheet. It
 * waits until it was redeemed or put away, or is a day old.
 */
import { serverTimeSure } from '../../api/clock';
import { isExpired, serverTimeSoon, sharedNow, withServerTime, type SharedTime } from '../../api/shared-time';
import type { DeviceDb } from '../../storage/db';
import { inDevice } from '../../storage/storage';

const KEY = 'shared-gift';

interface SharedGift extends SharedTime {
  link: string;
  /** Whose it is; null for the next member who looks. */
  memberId: string | null;
}

/** The gift link of the one company that we redeem from, wherever it stands among words. */
export function giftLinkIn(words: string): string | undefined {
  return /https:\/\/gift\.truemoney\.com\/campaign\/?\?v=\w+/.exec(words)?.[0];
}

/** The newest only. Whoever has the link has the money: it stands in no address. */
export async function keepSharedGift(link: string, memberId: string | null): Promise<void> {
  const value: SharedGift = { link, ...sharedNow(), memberId };
  await inDevice((db) => db.facts.put({ key: KEY, value }));
}

/** The shared link, which is this member's from now on; null if there is none of theirs of today. */
export async function sharedGift(memberId: string): Promise<string | null> {
  const kept = await inDevice(giftOf);
  if (kept && isExpired(kept)) await serverTimeSoon();
  void serverTimeSure()
    .then(addServerTime)
    .catch(() => {});
  return inDevice((db) =>
    db.transaction('rw', db.facts, async () => {
      const gift = await giftOf(db);
      if (!gift || isExpired(gift)) return null;
      if ((gift.memberId ?? memberId) !== memberId) return null;
      await db.facts.put({ key: KEY, value: { ...gift, memberId } });
      return gift.link;
    }),
  );
}

async function giftOf(db: DeviceDb): Promise<SharedGift | undefined> {
  return (await db.facts.get(KEY))?.value as SharedGift | undefined;
}

async function addServerTime(): Promise<void> {
  await inDevice((db) =>
    db.transaction('rw', db.facts, async () => {
      const gift = await giftOf(db);
      if (gift) await db.facts.put({ key: KEY, value: withServerTime(gift) });
    }),
  );
}

/** It was redeemed, or put away; or the member leaves this phone. */
export async function dropSharedGift(): Promise<void> {
  await inDevice((db) => db.facts.delete(KEY));
}
