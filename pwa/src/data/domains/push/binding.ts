/** What this device knows of its push subscription: with which key it was made, and for whom. */
import { inDevice } from '../../storage/storage';

const KEY = 'push';

export interface PushBinding {
  endpoint: string;
  /** The server's public key that it was made with. */
  key: string;
  /** Hash of the token or guest id that it was handed in with; empty while it is not known. */
  owner: string;
  /** The server writes in the language of whoever handed it in. */
  locale: string;
  /** By the server's clock: each binding is an answer's. */
  boundAt: number;
}

export async function pushBinding(): Promise<PushBinding | undefined> {
  return (await inDevice((db) => db.facts.get(KEY)))?.value as PushBinding | undefined;
}

export async function keepSubscription(value: PushBinding): Promise<void> {
  await inDevice((db) => db.facts.put({ key: KEY, value })).catch(() => {});
}

export async function forgetSubscription(): Promise<void> {
  await inDevice((db) => db.facts.delete(KEY)).catch(() => {});
}

/** A subscription as the server takes it; without keys it is none that the server could write to. */
export function wireForm(subscription: PushSubscription) {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  return { endpoint: subscription.endpoint, keys: { p256dh, auth } };
}
