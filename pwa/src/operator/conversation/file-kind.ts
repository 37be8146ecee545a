/** Types beside the extensions: with them phones offer the gallery, not only their files. */
export const ACCEPT =
  'image/png,image/jpeg,image/gif,video/mp4,video/quicktime,.mov,.mp4,.png,.jpeg,.jpg,.gif';

const MB = 1024 * 1024;
const LIMIT_MB = { image: 10, video: 20 };

export type FileKind = { ok: true; fileType: 'image' | 'video' } | { ok: false; tooLargeMb?: number };

/** What the server would say of it, before it is sent for nothing. */
export function kindOf({ name, size }: Pick<File, 'name' | 'size'>): FileKind {
  const fileType = /\.(mov|mp4)$/i.test(name)
    ? 'video'
    : /\.(png|jpe?g|gif)$/i.test(name)
      ? 'image'
      : undefined;
  if (!fileType || size === 0) return { ok: false };
  const limit = LIMIT_MB[fileType];
  return size > limit * MB ? { ok: false, tooLargeMb: limit } : { ok: true, fileType };
}
