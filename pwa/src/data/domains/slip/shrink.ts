/**
 * Makes a large picture small before it is queued: on mobile data half a megabyte arrives where
 * five do not. A picture whose QR does not survive stays as it is.
 */
import { redraw } from '../../kit/redraw';
import { readSlipQr, type QrReading } from './read-qr';

/** Below this an upload is quick enough, and a screenshot stays untouched. */
const SMALL_BYTES = 1024 * 1024;
const LONGEST_SIDE = 2400;
const QUALITY = 0.85;
const PATIENCE_MS = 6_000;

/** Never rejects, and never keeps the member waiting long: in doubt the picture as it came. */
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

/** A QR that only a better reader finds, the server's, may be lost by redrawing. */
function isNoWorse(after: QrReading, before: QrReading): boolean {
  return before.found && after.found && after.slip === before.slip;
}
