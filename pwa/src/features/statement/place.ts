const WALLET = 'WALLET';

/** One end of a movement, as the server names it. */
export type Place =
  | { kind: 'wallet' }
  /** Paid by a gateway's QR. */
  | { kind: 'qr'; gateway: string }
  /** An account that shows its last figures only. */
  | { kind: 'account'; bank: string; tail: string }
  | { kind: 'other'; name: string };

export function placeOf(name: string): Place {
  if (name === WALLET) return { kind: 'wallet' };
  const qr = /^QR (\S+)$/.exec(name);
  if (qr) return { kind: 'qr', gateway: qr[1]! };
  const account = /^([A-Z]+) x+(\d+)$/.exec(name);
  if (account) return { kind: 'account', bank: account[1]!, tail: account[2]! };
  return { kind: 'other', name };
}
