/**
 * The server's clock. What runs out at a moment that the server named (a QR to be paid) is counted
 * down by it: a phone that is ten minutes fast would call a good QR expired.
 */

/** A header tells whole seconds, and its way here takes some. */
const TELLING_MS = 5_000;

let ahead = 0;

/** Takes the `Date` of an answer. */
export function noteServerDate(header: string | null): void {
  const at = header ? Date.parse(header) : NaN;
  if (Number.isNaN(at)) return;
  const difference = at - Date.now();
  ahead = Math.abs(difference) < TELLING_MS ? 0 : difference;
}

/** Now, in milliseconds, as the server would say it; the phone's own until the server was heard. */
export function serverNow(): number {
  return Date.now() + ahead;
}
