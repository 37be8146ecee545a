/** Handing in a slip: stored on the device first, then sent by the queue. */
import { phoneNow } from '../../api/clock';
import { ApiError } from '../../api/errors';
import { newId, sha256 } from '../../kit/digest';
import type { Member } from '../../session/member';
import { knowMember } from '../../session/token';
import { readPicture } from './read-picture';
import { keepOnDisk } from '../../storage/keep-on-disk';
import type { MemberDb, QueueDb } from '../../storage/db';
import { notePromise } from '../../engine/outbox/recovery';
import { drain } from '../../engine/outbox/run';
import { enqueue, type Picture } from './store';
import { redraw } from '../../kit/redraw';
import { readSlipQr, type QrReading } from './read-qr';

/**
 * enqueueSlip stores the picture on the device and starts to send it. Resolves with the item's id once it
 * is safe on the disk. Throws ApiError: SLIP_NO_FILE, SLIP_INVALID_FILE, STORAGE_FULL, or `invalid-token`
 * if nobody is logged in.
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

/** A smaller picture uploads quickly enough, and a screenshot stays unchanged. */
const SMALL_BYTES = 1024 * 1024;
const LONGEST_SIDE = 2400;
const QUALITY = 0.85;
const PATIENCE_MS = 6_000;

/**
 * shrinkPicture scales a large picture down before it is queued: on mobile data half a megabyte arrives
 * where five do not. A picture whose QR would become unreadable stays as it is. Never rejects, and
 * returns the original after a few seconds at most.
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  if (file.size <= SMALL_BYTES || typeof createImageBitmap !== 'function') return file;
  const tooLong = new Promise<Blob>((resolve) => setTimeout(() => resolve(file), PATIENCE_MS));
  return Promise.race([shrinkWithQr(file).catch(() => file), tooLong]);
}

async function shrinkWithQr(file: Blob): Promise<Blob> {
  const scaleFor = ({ width, height }: { width: number; height: number }) =>
    LONGEST_SIDE / Math.max(width, height);
  const small = await redraw(file, scaleFor, 'image/jpeg', QUALITY);
  if (small.size >= file.size) return file;
  const [before, after] = [await readSlipQr(file), await readSlipQr(small)];
  return isNoWorse(after, before) ? small : file;
}

/** A QR that only a better reader finds (the server's) may be lost by redrawing. */
function isNoWorse(after: QrReading, before: QrReading): boolean {
  return before.found && after.found && after.slip === before.slip;
}
