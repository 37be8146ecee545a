/** The games' part of the home load: asked of the companies, and changed by single answers. */
import { call } from '../api/client';
import type { Slot } from '../api/types';
import { SingleFlight } from '../kit/singleFlight';
import { Store } from '../kit/store';
import { useStore } from '../kit/useStore';
import type { Member } from '../member';
import { getSession, knowMember } from '../session/token';
import type { MemberDb } from '../storage/db';
import { inMember } from '../storage/storage';
import { fetchHome, putHomePart } from './home';

const running = new SingleFlight();
const asking = new Store(false);

/** True while the companies are being asked. */
export function useSlotsAsked(): boolean {
  return useStore(asking);
}

/** Has all games asked what the member has there, and then loads the wallet anew. Never rejects. */
export function refreshSlots(): Promise<void> {
  return running.run(getSession()?.token ?? '', async () => {
    asking.set(true);
    try {
      await fetchSlots();
    } finally {
      asking.set(false);
    }
  });
}

async function fetchSlots(): Promise<void> {
  const member = await knowMember();
  if (!member) return;
  // A provider may take seconds to answer: that is no sign of being offline.
  await call('GET', '/api/wallet/refresh/slot', { auth: member.token, slow: true });
  // The answer has the games without the wallet of the same moment, so a transfer may be counted twice.
  await fetchHome();
}

/** One game as an answer tells it, in its place among the others. */
export async function putSlot({ memberId }: Pick<Member, 'memberId'>, slot: Slot): Promise<void> {
  await inMember(memberId, (db) => db.transaction('rw', db.home, () => replaceSlot(db, slot)));
}

async function replaceSlot(db: MemberDb, slot: Slot): Promise<void> {
  const row = await db.home.get('slots');
  if (!row) return;
  const slots = (row.value as Slot[]).map((each) => (each.code === slot.code ? slot : each));
  await putHomePart(db, 'slots', slots, row.fetchedAt);
}
