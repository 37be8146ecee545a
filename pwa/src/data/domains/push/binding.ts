/** The device's record of its push subscription: its key and its owner. */
import { withDeviceDb } from '../../storage/storage';

const KEY = 'push';

export interface PushBinding {
  endpoint: string;
  /** The server's public key that the subscription was made with. */
  key: string;
  /** Hash of the token or guest id that the subscription was registered with; empty while unknown. */
  owner: string;
  /** The server sends notifications in the language of the session that registered the subscription. */
  locale: string;
  /** By the server's clock: each binding was confirmed by a response. */
  boundAt: number;
}

export async function pushBinding(): Promise<PushBinding | undefined> {
  return (await withDeviceDb((db) => db.facts.get(KEY)))?.value as PushBinding | undefined;
}

export async function storeBinding(value: PushBinding): Promise<void> {
  await withDeviceDb((db) => db.facts.put({ key: KEY, value })).catch(() => {});
}

export async function deleteBinding(): Promise<void> {
  await withDeviceDb((db) => db.facts.delete(KEY)).catch(() => {});
}

/** wireForm returns a subscription in the server's form. Without keys the server could not send to it. */
export function wireForm(subscription: PushSubscription) {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  return { endpoint: subscription.endpoint, keys: { p256dh, auth } };
}
