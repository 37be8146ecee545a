/** Crockford's base 32: digits and letters that are not mistaken for one another. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * referenceOf returns what a member reads out to support, who find the statement line by it: the first 48
 * bits of its id, in two groups of five ("01K8T-3QM7C"). The server derives the same
 * (backend/statement/doc.go).
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
