/** Handing in a slip: kept on the device first, then sent by the queue. */
import { phoneNow } from '../../api/clock';
import { ApiError } from '../../api/errors';
import { newId, sha256 } from '../../kit/digest';
import type { Member } from '../../session/member';
import { knowMember } from '../../session/token';
import { readPicture } from './read-picture';
import { shrinkPicture } from './shrink';
import { keepOnDisk } from '../../storage/keep-on-disk';
import type { MemberDb, QueueDb } from '../../storage/db';
import { notePromise } from '../../engine/outbox/recovery';
import { drain } from '../../engine/outbox/run';
import { enqueue, type Picture } from './store';

/**
 * Keeps the picture on the device and begins to send it. Resolves with the item's id once it is
 * safe on the disk. Throws ApiError: SLIP_NO_FILE, SLIP_INVALID_FILE, STORAGE_FULL, or
 * `invalid-token` where nobody is signed in.
 */
export async function enqueueSlip(file: File): Promise<string> {
  const member = await knowMember();
  if (!member) throw new ApiError('invalid-token', 401);
  const { bytes, mime } = await readPicture(await shrinkPicture(file));
  const picture = { id: newId(), bytes, mime, sha256: await sha256(bytes) };
  const id = await keep(member, picture);
  void drain();
  return id;
}

async function keep({ memberId }: Member, picture: Picture): Promise<string> {
  const capturedAt = phoneNow();
  const write = (db: QueueDb) => enqueue(db as MemberDb, picture, capturedAt);
  const id = await keepOnDisk(memberId, write);
  if (id === picture.id) notePromise(memberId, { id, kind: 'slip', capturedAt }, write, picture.bytes);
  return id;
}
