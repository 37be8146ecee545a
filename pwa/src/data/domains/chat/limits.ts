/** What may be said and sent, as the server takes it; told before it is sent for nothing. */
export const TEXT_LIMIT = 2000;

/** As the server counts: code points. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** Types beside the extensions: with them phones offer the gallery, not only their files. */
export const ACCEPTED_FILES =
  'image/png,image/jpeg,image/gif,video/mp4,video/quicktime,.mov,.mp4,.png,.jpeg,.jpg,.gif';

const MB = 1024 * 1024;
const LIMIT_MB = { image: 10, video: 20 };
const MIME_OF: Record<string, string> = {
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  png: 'image/png',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  gif: 'image/gif',
};

export type FileKind =
  | { ok: true; fileType: 'image' | 'video'; mime: string }
  | { ok: false; tooLargeMb?: number };

export function kindOf({ name, size }: Pick<File, 'name' | 'size'>): FileKind {
  const mime = mimeOf(name);
  if (!mime || size === 0) return { ok: false };
  const fileType = mime.startsWith('video/') ? 'video' : 'image';
  const limit = LIMIT_MB[fileType];
  return size > limit * MB ? { ok: false, tooLargeMb: limit } : { ok: true, fileType, mime };
}

/** By its extension: a file without a known one says nothing of what it is. */
export function mimeOf(name: string): string | undefined {
  const [, extension] = /\.([^./\\]+)$/.exec(name) ?? [];
  return extension && MIME_OF[extension.toLowerCase()];
}
