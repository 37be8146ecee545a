/**
 * A picture shared into the app from another one (a bank app's "share slip"). It is laid in the
 * device's database and offered in the slip flow; nothing is ever sent without the member, since
 * any site could post here.
 */
import type { RouteHandlerCallbackOptions } from 'workbox-core/types.js';
import { keepShared } from '@/data/slip/shared';

export const SHARE_PATH = '/share';

const SLIP_FLOW = '/user/statement?shared=1';
const REFUSED = '/user/statement?shared=0';

/** Answers the post with a redirect into the app, so that a reload does not post again. */
export async function receiveShare({ request }: RouteHandlerCallbackOptions): Promise<Response> {
  const kept = await takeIn(request).catch(() => false);
  return Response.redirect(kept ? SLIP_FLOW : REFUSED, 303);
}

async function takeIn(request: Request): Promise<boolean> {
  const form = await request.formData();
  const files = [...form.values()].filter((value) => value instanceof File);
  const [picture] = files;
  if (!picture) return false;
  await keepShared(picture);
  return true;
}
