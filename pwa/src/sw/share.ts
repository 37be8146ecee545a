/**
 * What another app shares into this one: pictures of slips (a bank app's "share slip"), or a gift
 * link. It is laid in the device's database and offered in its sheet; nothing is ever sent
 * without the member, since any site could post here.
 */
import type { RouteHandlerCallbackOptions } from 'workbox-core/types.js';
import { giftLinkIn, keepSharedGift } from '@/data/domains/cash/shared-gift';
import { keepShared } from '@/data/domains/slip/shared';
import { backgroundMember } from './background';

export const SHARE_PATH = '/share';

const SLIP = '/user/statement?shared=1';
const CHOOSE_SLIP = '/user/statement?sheet=slips';
const NO_SLIP = '/user/statement?shared=0';
const GIFT = '/user/home?sheet=deposit';
const NO_GIFT = '/user/home?shared=0';

/** Somebody opens the target's address, as from the history: there is nothing in it, and the slip is chosen. */
export function openShare({ url }: Pick<RouteHandlerCallbackOptions, 'url'>): Promise<Response> {
  return Promise.resolve(Response.redirect(new URL(CHOOSE_SLIP, url).href, 303));
}

/** Answers the post with a redirect into the app, so that a reload does not post again. */
export async function receiveShare({
  request,
}: Pick<RouteHandlerCallbackOptions, 'request'>): Promise<Response> {
  const place = await takeIn(request).catch(() => NO_SLIP);
  return Response.redirect(new URL(place, request.url).href, 303);
}

/** Where it is offered, or where it is told that it was neither. */
async function takeIn(request: Request): Promise<string> {
  const form = await request.formData();
  const memberId = (await backgroundMember().catch(() => null))?.memberId ?? null;
  const files = [...form.values()].filter((value) => value instanceof File);
  if (files.length > 0) {
    // Whatever is written beside a picture: the picture is what was meant.
    await keepShared(files, memberId);
    return SLIP;
  }
  const words = ['url', 'text', 'title'].map((name) => form.get(name)).join(' ');
  const link = giftLinkIn(words);
  if (!link) return NO_GIFT;
  await keepSharedGift(link, memberId);
  return GIFT;
}
