/**
 * Handles shares of other apps: pictures of slips (a bank app's "share slip"), or a gift link.
 * It is stored in the device's database and offered in a sheet. It is never sent without the member's
 * confirmation, since any site could post here.
 */
import type { RouteHandlerCallbackOptions } from 'workbox-core/types.js';
import { giftLinkIn, storeSharedGift } from '@/data/domains/cash/shared-gift';
import { storeShared } from '@/data/domains/slip/shared';
import { backgroundMember } from './background';

export const SHARE_PATH = '/share';

const SLIP = '/user/statement?shared=1';
const CHOOSE_SLIP = '/user/statement?sheet=slips';
const NO_SLIP = '/user/statement?shared=0';
const GIFT = '/user/home?sheet=deposit';
const NO_GIFT = '/user/home?shared=0';

/**
 * openShare handles a plain visit of this address, for example from the history. Nothing was shared, so
 * it opens the choice of a slip.
 */
export function openShare({ url }: Pick<RouteHandlerCallbackOptions, 'url'>): Promise<Response> {
  return Promise.resolve(Response.redirect(new URL(CHOOSE_SLIP, url).href, 303));
}

/** receiveShare responds to the post with a redirect into the app, so that a reload does not post again. */
export async function receiveShare({
  request,
}: Pick<RouteHandlerCallbackOptions, 'request'>): Promise<Response> {
  const path = await storeSharePost(request).catch(() => NO_SLIP);
  return Response.redirect(new URL(path, request.url).href, 303);
}

/**
 * Stores the shared pictures or gift link, and returns the path that offers them. If there is neither, the
 * path shows that.
 */
async function storeSharePost(request: Request): Promise<string> {
  const form = await request.formData();
  const memberId = (await backgroundMember().catch(() => null))?.memberId ?? null;
  const files = [...form.values()].filter((value) => value instanceof File);
  if (files.length > 0) {
    // If there is text with a picture, only the picture counts.
    await storeShared(files, memberId);
    return SLIP;
  }
  const text = ['url', 'text', 'title'].map((name) => form.get(name)).join(' ');
  const link = giftLinkIn(text);
  if (!link) return NO_GIFT;
  await storeSharedGift(link, memberId);
  return GIFT;
}
