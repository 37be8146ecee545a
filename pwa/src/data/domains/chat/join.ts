/**
 * A guest who logs in keeps the conversation. The server appends it to the member's. Then unsent messages
 * move to the member's queue, in order, and this device's guest gets a new id.
 *
 * After a crash:
 *   before the server's response  everything as it was: tried again at the next launch
 *   after it                      the items are in a lane named after the member, from which nothing is
 *                                 sent: moved at the next launch as that member
 *   while they move               the same: an item that is already there, or was sent, is not added twice
 */
import { call } from '../../api/client';
import { isResponseLost, isApiError } from '../../api/errors';
import { GUEST, type Member } from '../../session/member';
import { drain } from '../../engine/outbox';
import { movingLane, resetForCaller } from './moving-items';
import { chat } from './kind';
import { movePromises } from '../../engine/outbox/recovery';
import { queueTables, removeItem } from '../../engine/outbox/store';
import { resolveMember } from '../../session/token';
import type { DeviceDb, MemberDb } from '../../storage/db';
import { withDeviceDb, withMemberDb } from '../../storage/storage';
import { isGuestUsed, replaceGuest, storedGuest } from '../../session/guest';
import { withGuestLock } from './renew';
import { resumeChat } from './resume';
import { dropRoom } from './room';

let running: Promise<void> | null = null;

/**
 * joinGuest moves the guest's conversation to the logged-in member. It is safe to call at any time and never
 * rejects. After a call without a response it must be called again.
 */
export function joinGuest(): Promise<void> {
  running ??= joinOnce()
    .catch(() => {})
    .finally(() => (running = null));
  return running;
}

async function joinOnce(): Promise<void> {
  const member = await resolveMember();
  if (!member) return;
  const moved = await withGuestLock(async () => {
    await moveMarkedItems(member);
    const guestId = storedGuest();
    const used = guestId !== null && (await isGuestUsed(guestId));
    // A file belongs to the conversation that it was uploaded to.
    const joined = used && (await requestJoin(member, guestId));
    const hasUnsent = await withDeviceDb((db) =>
      markForMove(db, guestId, member, joined ? 'keeps file' : 'loses file'),
    );
    if (used) await replaceGuest(guestId);
    await moveMarkedItems(member);
    return used || hasUnsent;
  });
  if (!moved) return;
  void resumeChat();
  void drain();
}

/**
 * Returns false if the server refused: that conversation cannot be joined. Throws if there was no response.
 */
async function requestJoin({ token }: Member, guestId: string): Promise<boolean> {
  const options = { body: { guestId }, auth: token };
  try {
    await call('POST', '/api/chat/join-guest', options);
    return true;
  } catch (error) {
    const isRefused =
      isApiError(error) && !isResponseLost(error) && [400, 403, 404, 409, 422].includes(error.status);
    if (!isRefused) throw error;
    return false;
  }
}

/** Marks the guest's unsent messages for this member. Returns true if there is anything to move. */
async function markForMove(
  db: DeviceDb,
  guestId: string | null,
  { memberId }: Member,
  file: Parameters<typeof resetForCaller>[1],
): Promise<boolean> {
  return db.transaction('rw', db.outbox, db.chat, db.rooms, async () => {
    const items = await db.outbox.where('lane').equals(chat.lane).toArray();
    for (const item of items)
      await db.outbox.put({ ...resetForCaller(item, file), lane: movingLane(memberId) });
    if (guestId) await dropRoom(db, guestId);
    return items.length > 0;
  });
}

/** Moves the messages that wait for this member. */
async function moveMarkedItems(member: Member): Promise<void> {
  const lane = movingLane(member.memberId);
  const items = await withDeviceDb((db) => db.outbox.where('lane').equals(lane).sortBy('seq'));
  if (items.length === 0) return;
  const blobs = await withDeviceDb((db) => db.blobs.bulkGet(items.map((item) => item.id)));
  await withMemberDb(member.memberId, (db) =>
    db.transaction('rw', db.outbox, db.blobs, db.chat, async () => {
      for (const [index, item] of items.entries()) {
        if (await hasItem(db, item.id)) continue;
        const { seq: _, ...moved } = item;
        await db.outbox.add({ ...moved, lane: chat.lane } as typeof item);
        const blob = blobs[index];
        if (blob) await db.blobs.put(blob);
      }
    }),
  );
  const moved = items.map(({ id }) => id);
  movePromises(GUEST, member.memberId, moved);
  await withDeviceDb((db) =>
    db.transaction('rw', queueTables(db), async () => {
      for (const id of moved) await removeItem(db, id);
    }),
  );
}

/** Returns true if the item is already in the member's queue, or was already sent from there. */
async function hasItem(db: MemberDb, id: string): Promise<boolean> {
  const places = [db.outbox.where('id').equals(id).count(), db.chat.where('clientId').equals(id).count()];
  return (await Promise.all(places)).some((count) => count > 0);
}
