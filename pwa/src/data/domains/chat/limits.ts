/** The server's limits for messages and files. The app checks them first, to send nothing that is refused. */
export const TEXT_LIMIT = 2000;

/** lengthOf returns the number of code points, which the server counts too. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** Contains types as well as extensions: with types, phones offer the gallery and not only files. */
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

/** mimeOf returns the type by the file's extension; undefined if the extension is unknown. */
export function mimeOf(name: string): string | undefined {
  const [, extension] = /\.([^./\\]+)$/.exec(name) ?? [];
  return extension && MIME_OF[extension.toLowerCase()];
}
