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
  // Each bank hides other figures than the next, a slip others than the feed: the last four that are shown name it well enough.
  const account = /^([A-Z]+) (x[x\d-]+)$/.exec(name);
  const tail = account?.[2]!.replace(/\D/g, '').slice(-4);
  if (account && tail) return { kind: 'account', bank: account[1]!, tail };
  return { kind: 'other', name };
}
