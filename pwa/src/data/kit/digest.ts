/**
 * sha256 returns the digest in hex. Returns '' without a secure context (a phone that opens the
 * development server by its address). Callers then skip the comparison.
 */
export async function sha256(content: string | ArrayBuffer): Promise<string> {
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return '';
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return hexOf(digest);
}

/** randomHex returns 16 random bytes in hex. Nobody can guess them. */
export function randomHex(): string {
  return hexOf(randomBytes());
}

/** newId returns a version-4 UUID. Without a secure context `crypto.randomUUID` is missing. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = randomBytes();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return hexOf(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function randomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(16));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
