/** The outbox without a page: the same pass under the same lock, with the member's token. */
import { bindSession } from '@/data/api/client';
import { tell } from '@/data/channel';
import type { SessionRow } from '@/data/db';
import type { Member } from '@/data/member';
import { drainMember, type DrainResult } from '@/data/outbox/drain';
import { sendSlip } from '@/data/outbox/sendSlip';
import { hastenAll } from '@/data/outbox/store';
import { inDevice, inMember } from '@/data/storage';

declare const self: ServiceWorkerGlobalScope;

const ASK_PAGE_MS = 2_000;

// Local storage is out of reach here: the pages are told that the token is refused.
bindSession({
  token: () => null,
  expire(token) {
    tell({ type: 'refused', token });
    void forgetRefused(token);
    return false;
  },
});

/**
 * Sends what is queued. Rejects while something is left that time can help with, so that the
 * browser calls again. Without a token, kept or lent, the queue waits for a page.
 */
export async function drainInBackground(): Promise<void> {
  const member = (await rememberedMember()) ?? (await memberOfOpenPage());
  if (!member) return;
  const { ran, wakeAt } = await drainFor(member);
  if (!ran || wakeAt !== undefined) throw new Error('something is still to be sent');
}

async function drainFor(member: Member): Promise<DrainResult> {
  const store: Parameters<typeof drainMember>[1]['store'] = (work) => inMember(member.memberId, work);
  // The browser calls because there is a network again.
  await store((db) => hastenAll(db, Date.now()));
  return drainMember(member, {
    store,
    send: sendSlip,
    now: Date.now,
    random: Math.random,
    locks: self.navigator.locks,
  });
}

async function rememberedMember(): Promise<Member | null> {
  const isRemembered = ({ token }: SessionRow) => token !== undefined;
  const row = await inDevice((db) => db.sessions.filter(isRemembered).first()).catch(() => null);
  return row?.token ? { memberId: row.memberId, token: row.token } : null;
}

/** Without remember-me the token lives in a page only, which lends it for this one pass. */
async function memberOfOpenPage(): Promise<Member | null> {
  const pages = await self.clients.matchAll({ type: 'window' });
  const answers = pages.map(
    (page) =>
      new Promise<Member>((resolve, reject) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }: MessageEvent<Member | null>) =>
          data ? resolve(data) : reject(new Error('signed out'));
        setTimeout(() => reject(new Error('asleep')), ASK_PAGE_MS);
        page.postMessage({ type: 'who' }, [port2]);
      }),
  );
  return Promise.any(answers).catch(() => null);
}

async function forgetRefused(token: string): Promise<void> {
  const isRefused = (row: SessionRow) => row.token === token;
  await inDevice((db) => db.sessions.filter(isRefused).delete()).catch(() => {});
}
