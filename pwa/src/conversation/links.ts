/** A piece of what was written: words, or an address that may be tapped. */
export interface Piece {
  text: string;
  href?: string;
}

/** Only what may stand in an address: Thai and Lao follow one without a space. */
const address = /https:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+/gi;

/**
 * Finds https addresses. Anything else stays words: a chat must not be a way to hand out
 * `http:`, `javascript:` or an app's own scheme.
 */
export function linksIn(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(address)) {
    const found = withoutTail(match[0]);
    if (!URL.canParse(found)) continue;
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) });
    pieces.push({ text: found, href: found });
    from = match.index + found.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** The sentence's own marks do not belong to the address, a closing bracket only if it was opened there. */
function withoutTail(found: string): string {
  const bare = found.replace(/[.,;:!?'"\]]+$/, '');
  return bare.endsWith(')') && !bare.includes('(') ? withoutTail(bare.slice(0, -1)) : bare;
}

/** An address that support gave to a button; undefined where it is not https. */
export function safeAddress(payload: string): string | undefined {
  if (!URL.canParse(payload)) return undefined;
  const url = new URL(payload);
  return url.protocol === 'https:' ? url.href : undefined;
}

/** A phone number for `tel:`; undefined where it is none. */
export function phoneAddress(payload: string): string | undefined {
  const number = payload.replace(/^tel:/i, '').replace(/[\s().-]/g, '');
  return /^\+?\d{3,15}$/.test(number) ? `tel:${number}` : undefined;
}
