const WALLET = 'WALLET';

/** One end of a movement, as the server names it. */
export type Place =
  | { kind: 'wallet' }
  /** Paid by a gateway's QR. */
  | { kind: 'qr'; gateway: string }
  /** An account that shows some of its figures only. */
  | { kind: 'account'; bank: string; tail: string }
  | { kind: 'other'; name: string };

export function placeOf(name: string): Place {
  if (name === WALLET) return { kind: 'wallet' };
  const qr = /^QR (\S+)$/.exec(name);
  if (qr) return { kind: 'qr', gateway: qr[1]! };
  // A bank's feed hides other figures than a slip does: what is not the last ones stays as it came.
  const account = /^([A-Z]+) (x[x\d-]+)$/.exec(name);
  if (account) return { kind: 'account', bank: account[1]!, tail: account[2]!.replace(/^x+(?=\d{4}$)/, '') };
  return { kind: 'other', name };
}
