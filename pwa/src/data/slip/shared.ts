/** Pictures shared into the app, between the service worker that takes them in and the slip flow. */
import { inDevice } from '../storage/storage';
import { readPicture } from './readPicture';

const KEEP_MS = 24 * 60 * 60_000;
/** The newest only: a site that floods us must not fill the phone. */
const KEEP_COUNT = 3;

/** Throws ApiError (SLIP_NO_FILE, SLIP_INVALID_FILE) for what is no slip picture. */
export async function keepShared(file: File): Promise<void> {
  const { bytes, mime } = await readPicture(file);
  const row = { name: file.name, mime, bytes, sharedAt: Date.now() };
  await inDevice((db) =>
    db.transaction('rw', db.shared, async () => {
      await db.shared.add(row as never);
      const all = await db.shared.orderBy('id').reverse().toArray();
      const old = all.filter((other, i) => i >= KEEP_COUNT || isOld(other.sharedAt));
      await db.shared.bulkDelete(old.map(({ id }) => id));
    }),
  );
}

/** The newest shared picture, taken off the device; null if there is none of today. */
export async function takeShared(): Promise<File | null> {
  return inDevice((db) =>
    db.transaction('rw', db.shared, async () => {
      const row = await db.shared.orderBy('id').last();
      await db.shared.clear();
      if (!row || isOld(row.sharedAt)) return null;
      return new File([row.bytes], row.name, { type: row.mime });
    }),
  );
}

function isOld(sharedAt: number): boolean {
  return Date.now() - sharedAt > KEEP_MS;
}
