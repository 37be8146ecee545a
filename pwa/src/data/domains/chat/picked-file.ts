/**
 * Prepares a chosen picture or video: determines its type by its bytes, and shrinks it to the server's
 * limits.
 */
import { redraw } from '../../kit/redraw';
import { kindOf } from './limits';

/** The server's limits for a picture: the longest side, and the number of pixels. */
const MAX_SIDE = 16_384;
const MAX_PIXELS = 50_000_000;
/** The canvas size that works on every phone. */
const CANVAS_PIXELS = 16_000_000;
const QUALITY = 0.9;
/** If the browser has not determined a picture's size within this many ms, the server checks it. */
const LONGEST_WAIT_MS = 3_000;

export type PickedFile =
  | { ok: true; fileType: 'image' | 'video'; mime: string; bytes: ArrayBuffer }
  | { ok: false; reason: 'unsupported' | 'tooLong' | { tooLargeMb: number } };

/**
 * readPickedFile returns the file's type and bytes, or the reason why it is refused. A picture over the
 * server's limits is shrunk. Rejects if the device can no longer read the file.
 */
export async function readPickedFile(file: File): Promise<PickedFile> {
  const kind = kindOf(file);
  if (!kind.ok) return refusal(kind.tooLargeMb ? { tooLargeMb: kind.tooLargeMb } : 'unsupported');
  const bytes = await file.arrayBuffer();
  const mime = mimeByBytes(new Uint8Array(bytes, 0, Math.min(12, bytes.byteLength))) ?? kind.mime;
  if (mime === OTHER) return refusal('unsupported');
  const fileType = mime.startsWith('video/') ? 'video' : 'image';
  if (mime !== 'image/jpeg' && mime !== 'image/png') return { ok: true, fileType, mime, bytes };
  const blob = new Blob([bytes], { type: mime });
  const size = await sizeOf(blob);
  if (!size || !exceedsLimits(size)) return { ok: true, fileType, mime, bytes };
  const drawn = await redraw(blob, scaleFor, mime, QUALITY).catch(() => null);
  return drawn ? { ok: true, fileType, mime, bytes: await drawn.arrayBuffer() } : refusal('tooLong');
}

const OTHER = 'other';

/**
 * mimeByBytes returns the type of a picture or video by its bytes, whatever its name. Returns `other` for any
 * type that is not accepted, and undefined if the bytes do not show the type.
 */
export function mimeByBytes(head: Uint8Array): string | undefined {
  const text = String.fromCharCode(...head);
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^GIF8[79]a/.test(text)) return 'image/gif';
  if (text.slice(4, 8) === 'ftyp') {
    const brand = text.slice(8, 12);
    if (/^(?:hei|hev|mif|msf|avi)/.test(brand)) return OTHER;
    return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4';
  }
  return /^(?:%PDF|RIFF|PK|<)/.test(text) ? OTHER : undefined;
}

interface Size {
  width: number;
  height: number;
}

export function exceedsLimits({ width, height }: Size): boolean {
  return Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS;
}

function refusal(reason: Extract<PickedFile, { ok: false }>['reason']): PickedFile {
  return { ok: false, reason };
}

/** Returns the picture's size. Returns null if the browser cannot determine it; the server then checks it. */
async function sizeOf(blob: Blob): Promise<Size | null> {
  const url = URL.createObjectURL(blob);
  const image = new Image();
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      setTimeout(reject, LONGEST_WAIT_MS);
      image.src = url;
    });
    return { width: image.naturalWidth, height: image.naturalHeight };
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Returns the factor that brings both the longest side and the number of pixels within the limits. */
function scaleFor({ width, height }: Size): number {
  return Math.min(MAX_SIDE / Math.max(width, height), Math.sqrt(CANVAS_PIXELS / (width * height)));
}
