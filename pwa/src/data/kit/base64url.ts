/** decodeBase64url decodes base64url without padding, as Web Push and passkeys use it. */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (char) => char.charCodeAt(0));
}

export function encodeBase64url(bytes: ArrayBuffer | null): string {
  if (!bytes) return '';
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
