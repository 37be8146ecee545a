/** The games' part of the home load: asked of the companies, and changed by single answers. */
import { call } from '../../api/client';
import type { Slot } from '../../api/types';
import { SingleFlight } from '../../kit/single-flight';
import { Store } from '../../kit/store';
import { useStore } from '../../kit/use-store';
import type { Member } from '../../session/member';
import { getSession, knowMember } from '../../session/token';
import type { MemberDb } from '../../storage/db';
import { inMember } from '../../storage/storage';
import { fetchHome } from '../../engine/home/home';
import { putHomePart } from '../../engine/home/parts';

const running = new SingleFlight();
const asking = new Store(false);

/** True while the companies are being asked. */
export function useSlotsAsked(): boolean {
  return useStore(asking);
}

/** How many of the games answered. */
export type Answered = 'all' | 'some' | 'none';

let answered: Answered = 'none';

/** Has all games asked what the member has there, and then loads the wallet anew. Never rejects. */
export async function refreshSlots(): Promise<Answered> {
  await running.run(getSession()?.token ?? '', async () => {
    asking.set(true);
    answered = 'none';
    try {
      answered = await fetchSlots();
    } finally {
      asking.set(false);
    }
  });
  return answered;
}

async function fetchSlots(): Promise<Answered> {
  const member = await knowMember();
  if (!member) return 'none';
  // A provider may take seconds to answer: that is no sign of being offline.
  const { slots } = await call('GET', '/api/wallet/refresh/slot', { auth: member.token, slow: true });
  // The answer has the games without the wallet of the same moment, so a transfer may be counted twice.
  await fetchHome();
  return slots.some(({ stale }) => stale) ? 'some' : 'all';
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
