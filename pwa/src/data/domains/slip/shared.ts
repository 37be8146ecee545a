/**
 * Pictures that other apps shared with this app. The service worker stores them, and the slip sheet offers
 * them. Each is kept for a day, or until it is sent or dismissed; it survives a reload, a login and a
 * restart. A picture that was shared while a member was logged in belongs to that member. Any other picture
 * is assigned to the next member who opens the sheet.
 */
import { waitForServerTime } from '../../api/clock';
import { isExpired, waitBrieflyForServerTime, shareTimeNow, withServerTime } from '../../api/shared-time';
import { withDeviceDb } from '../../storage/storage';
import type { SharedRow } from '../../storage/db';
import { readPicture } from './read-picture';

/** Only the newest pictures are kept, so that a site that shares many cannot fill the device. */
const MAX_COUNT = 10;
const MAX_BYTES = 30 * 1024 * 1024;

export interface SharedPicture {
  id: number;
  file: File;
}

/**
 * storeShared stores the pictures of one share. `memberId` is null if no member is logged in. Files that are
 * no slip pictures are skipped. Throws ApiError (SLIP_NO_FILE, SLIP_INVALID_FILE) if all files are skipped.
 */
export async function storeShared(files: readonly File[], memberId: string | null): Promise<void> {
  const read = await Promise.allSettled(files.map(async (file) => [file, await readPicture(file)] as const));
  const good = read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const [bad] = read.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  if (good.length === 0) throw bad;
  const time = shareTimeNow();
  const rows = good.map(([{ name }, { bytes, mime }]) => ({ name, mime, bytes, ...time, memberId }));
  await withDeviceDb((db) =>
    db.transaction('rw', db.shared, async () => {
      await db.shared.bulkAdd(rows as never[]);
      const all = await db.shared.orderBy('id').reverse().toArray();
      let bytes = 0;
      const excess = all.filter((other, i) => {
        bytes += other.bytes.byteLength;
        return i >= MAX_COUNT || bytes > MAX_BYTES;
      });
      await db.shared.bulkDelete(excess.map(({ id }) => id));
    }),
  );
}

/**
 * claimSharedPictures assigns the pictures without an owner to the member. It returns the first picture of the
 * member's newest share, or null if the member has none.
 */
export async function claimSharedPictures(memberId: string): Promise<SharedPicture | null> {
  if (await withDeviceDb((db) => db.shared.filter(isExpired).first())) await waitBrieflyForServerTime();
  void waitForServerTime()
    .then(addServerTime)
    .catch(() => {});
  return withDeviceDb((db) =>
    db.transaction('rw', db.shared, async () => {
      const isTheirs = (row: SharedRow) => !isExpired(row) && (row.memberId ?? memberId) === memberId;
      const theirs = await db.shared.filter(isTheirs).toArray();
      const [row] = theirs.toSorted((one, other) => other.sharedAt - one.sharedAt || one.id - other.id);
      if (!row) return null;
      await db.shared.bulkUpdate(theirs.map(({ id }) => ({ key: id, changes: { memberId } })));
      return { id: row.id, file: new File([row.bytes], row.name, { type: row.mime }) };
    }),
  );
}

/** dropShared is called when the picture was sent or dismissed. */
export async function dropShared(id: number): Promise<void> {
  await withDeviceDb((db) => db.shared.delete(id));
}

/** dropSharedPicturesOf is called when the member logs out. */
export async function dropSharedPicturesOf(memberId: string): Promise<void> {
  await withDeviceDb((db) => db.shared.filter((row) => row.memberId === memberId).delete());
}

/** Adds the server's time to each picture that lacks it, and deletes those that are a day old. */
async function addServerTime(): Promise<void> {
  await withDeviceDb((db) =>
    db.transaction('rw', db.shared, async () => {
      await db.shared.filter(isExpired).delete();
      const undated = await db.shared.filter(({ serverAt }) => serverAt === undefined).toArray();
      await db.shared.bulkUpdate(
        undated.map((row) => ({ key: row.id, changes: { serverAt: withServerTime(row).serverAt } })),
      );
    }),
  );
}
