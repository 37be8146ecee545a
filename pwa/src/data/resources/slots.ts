/** The games' part of the home load: asked of the companies, and changed by single answers. */
import { call } from '../api/client';
import { serverNow } from '../api/clock';
import type { Slot } from '../api/types';
import { SingleFlight } from '../kit/singleFlight';
import { Store } from '../kit/store';
import { useStore } from '../kit/useStore';
import type { Member } from '../member';
import { getSession, knowMember } from '../session/token';
import type { MemberDb } from '../storage/db';
import { inMember } from '../storage/storage';
import { cursorOf } from '../sync/cursor';
import { putHomePart, refreshHome } from './home';

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
  const { memberId, token } = member;
  const asked = await inMember(memberId, cursorOf);
  // A company may take seconds to answer: that is no sign of being offline.
  const { slots } = await call('GET', '/api/wallet/refresh/slot', { auth: token, slow: true });
  // Where a sync came in between, its games may be the newer ones: what the home load says then counts.
  await inMember(memberId, (db) =>
    db.transaction('rw', db.home, db.cursors, async () => {
      if ((await cursorOf(db)) === asked) await putHomePart(db, 'slots', slots, serverNow());
    }),
  );
  await refreshHome();
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
