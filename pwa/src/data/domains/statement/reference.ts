/** Crockford's base 32, which has no letters that can be confused with digits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * referenceOf returns the reference that a member reads to support to find a statement line. It is the first
 * 48 bits of the line's id, in two groups of five characters ("01K8T-3QM7C"). The server derives the same
 * reference (backend/statement/doc.go).
 */
export function referenceOf(id: string): string {
  let bits = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  let text = '';
  for (let i = 0; i < 10; i++) {
    text = LETTERS[bits % 32] + text;
    bits = Math.floor(bits / 32);
  }
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}
