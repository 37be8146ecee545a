/** A gift link shared into the app, between the service worker that takes it in and the deposit sheet. */
import { inDevice } from '../storage/storage';

const KEY = 'shared-gift';
const KEEP_MS = 24 * 60 * 60_000;

interface SharedGift {
  link: string;
  sharedAt: number;
}

/** The gift link of the one company that we redeem from, wherever it stands among words. */
export function giftLinkIn(words: string): string | undefined {
  return /https:\/\/gift\.truemoney\.com\/campaign\/?\?v=\w+/.exec(words)?.[0];
}

/** The newest only. Whoever has the link has the money: it stands in no address, and for a day at most. */
export async function keepSharedGift(link: string): Promise<void> {
  const value: SharedGift = { link, sharedAt: Date.now() };
  await inDevice((db) => db.facts.put({ key: KEY, value }));
}

/** The shared link, taken off the device; null if there is none of today. */
export async function takeSharedGift(): Promise<string | null> {
  return inDevice((db) =>
    db.transaction('rw', db.facts, async () => {
      const gift = (await db.facts.get(KEY))?.value as SharedGift | undefined;
      await db.facts.delete(KEY);
      return gift && Date.now() - gift.sharedAt <= KEEP_MS ? gift.link : null;
    }),
  );
}
