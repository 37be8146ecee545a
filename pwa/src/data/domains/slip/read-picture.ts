import { ApiError } from '../../api/errors';

export interface PictureBytes {
  bytes: ArrayBuffer;
  mime: string;
}

/** The server's limit (maxBytes of `lookup/slip` is the same). */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;

/**
 * readPicture returns the picture's bytes and its type by content, as the server checks it. A bad picture is
 * refused before it is queued, because hours later the member may no longer have the slip. Throws
 * SLIP_NO_FILE if the file is empty or unreadable. Throws SLIP_INVALID_FILE if it has another type or is too
 * large.
 */
export async function readPicture(file: Blob): Promise<PictureBytes> {
  if (file.size > MAX_PICTURE_BYTES) throw new ApiError('SLIP_INVALID_FILE', 0);
  const bytes = await file.arrayBuffer().catch(() => new ArrayBuffer(0));
  if (bytes.byteLength === 0) throw new ApiError('SLIP_NO_FILE', 0);
  const mime = pictureType(new Uint8Array(bytes, 0, Math.min(12, bytes.byteLength)));
  if (!mime) throw new ApiError('SLIP_INVALID_FILE', 0);
  return { bytes, mime };
}

/** pictureType returns the type of a JPEG, PNG or WebP by its first bytes, otherwise null. */
export function pictureType(head: Uint8Array): string | null {
  const text = String.fromCharCode(...head);
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  return text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP' ? 'image/webp' : null;
}
