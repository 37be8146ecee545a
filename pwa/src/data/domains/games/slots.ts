/** The games in the home data: refreshed from the providers, and changed by single responses. */
import { call } from '../../api/client';
import type { Slot } from '../../api/types';
import { SingleFlight } from '../../kit/single-flight';
import { Store } from '../../kit/store';
import { useStore } from '../../kit/use-store';
import type { Member } from '../../session/member';
import { getSession, resolveMember } from '../../session/token';
import type { MemberDb } from '../../storage/db';
import { withMemberDb } from '../../storage/storage';
import { fetchHome } from '../../engine/home/home';
import { putHomeRow } from '../../engine/home/parts';

const running = new SingleFlight();
const refreshing = new Store(false);

/** useSlotsRefreshing returns true while the server requests balances from the providers. */
export function useSlotsRefreshing(): boolean {
  return useStore(refreshing);
}

/** How many of the games responded. */
export type SlotsResult = 'all' | 'some' | 'none';

let result: SlotsResult = 'none';

/**
 * refreshSlots makes the server fetch the balances of all games, and then loads home again. Never rejects.
 */
export async function refreshSlots(): Promise<SlotsResult> {
  await running.run(getSession()?.token ?? '', async () => {
    refreshing.set(true);
    result = 'none';
    try {
      result = await fetchSlots();
    } finally {
      refreshing.set(false);
    }
  });
  return result;
}

async function fetchSlots(): Promise<SlotsResult> {
  const member = await resolveMember();
  if (!member) return 'none';
  // A provider may take seconds to respond. A long wait does not count as being offline.
  const { slots } = await call('GET', '/api/wallet/refresh/slot', { auth: member.token, slow: true });
  // The response has the games without the wallet of the same moment, so a transfer could be counted
  // twice.
  await fetchHome();
  return slots.some(({ stale }) => stale) ? 'some' : 'all';
}

/** putSlot stores one game from a response, at its position in the list. */
export async function putSlot({ memberId }: Pick<Member, 'memberId'>, slot: Slot): Promise<void> {
  await withMemberDb(memberId, (db) => db.transaction('rw', db.home, () => replaceSlot(db, slot)));
}

async function replaceSlot(db: MemberDb, slot: Slot): Promise<void> {
  const row = await db.home.get('slots');
  if (!row) return;
  const slots = (row.value as Slot[]).map((each) => (each.code === slot.code ? slot : each));
  await putHomeRow(db, 'slots', slots, row.fetchedAt);
}
