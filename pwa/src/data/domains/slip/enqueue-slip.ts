/** Submitting a slip: it is stored on the device first, and the queue then sends it. */
import { phoneNow } from '../../api/clock';
import { ApiError } from '../../api/errors';
import { newId, sha256 } from '../../kit/digest';
import type { Member } from '../../session/member';
import { resolveMember } from '../../session/token';
import { readPicture } from './read-picture';
import { keepOnDisk } from '../../storage/keep-on-disk';
import type { MemberDb, QueueDb } from '../../storage/db';
import { notePromise } from '../../engine/outbox/recovery';
import { drain } from '../../engine/outbox/run';
import { enqueuePicture, type Picture } from './store';
import { redraw } from '../../kit/redraw';
import { readSlipQr, type QrReading } from './read-qr';

/**
 * enqueueSlip stores the picture on the device and starts to send it. Resolves with the item's id once it
 * is on the disk. Throws ApiError: SLIP_NO_FILE, SLIP_INVALID_FILE, STORAGE_FULL, or `invalid-token`
 * if nobody is logged in.
 */
export async function enqueueSlip(file: File): Promise<string> {
  const member = await resolveMember();
  if (!member) throw new ApiError('invalid-token', 401);
  const { bytes, mime } = await readPicture(await shrinkPicture(file));
  const picture = { id: newId(), bytes, mime, sha256: await sha256(bytes) };
  const id = await queuePicture(member, picture);
  void drain();
  return id;
}

async function queuePicture({ memberId }: Member, picture: Picture): Promise<string> {
  const capturedAt = phoneNow();
  const write = (db: QueueDb) => enqueuePicture(db as MemberDb, picture, capturedAt);
  const id = await keepOnDisk(memberId, write);
  if (id === picture.id) notePromise(memberId, { id, kind: 'slip', capturedAt }, write, picture.bytes);
  return id;
}

/**
 * A picture of at most this size is not shrunk. It uploads quickly enough, and a screenshot stays unchanged.
 */
const SMALL_BYTES = 1024 * 1024;
const LONGEST_SIDE = 2400;
const QUALITY = 0.85;
const LONGEST_WAIT_MS = 6_000;

/**
 * shrinkPicture returns a smaller copy of a large picture: on mobile data an upload of half a megabyte
 * succeeds where one of five fails. It returns the original if the QR is not equally readable in the copy.
 * Never rejects, and returns the original after a few seconds at most.
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  if (file.size <= SMALL_BYTES || typeof createImageBitmap !== 'function') return file;
  const originalAfterTimeout = new Promise<Blob>((resolve) =>
    setTimeout(() => resolve(file), LONGEST_WAIT_MS),
  );
  return Promise.race([shrinkWithQr(file).catch(() => file), originalAfterTimeout]);
}

async function shrinkWithQr(file: Blob): Promise<Blob> {
  const scaleFor = ({ width, height }: { width: number; height: number }) =>
    LONGEST_SIDE / Math.max(width, height);
  const small = await redraw(file, scaleFor, 'image/jpeg', QUALITY);
  if (small.size >= file.size) return file;
  const [before, after] = [await readSlipQr(file), await readSlipQr(small)];
  return isEquallyReadable(after, before) ? small : file;
}

/**
 * Returns whether this reader finds the QR in both pictures. If it finds none in the original, a better
 * reader (the server's) may find one that redrawing would destroy. So the result is then false.
 */
function isEquallyReadable(after: QrReading, before: QrReading): boolean {
  return before.found && after.found && after.isSlip === before.isSlip;
}
