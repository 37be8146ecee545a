import { webAddress } from '@/data/kit/address';

/** A piece of what was written: words, or an address that may be tapped. */
export interface Piece {
  text: string;
  href?: string;
}

/** Only what may stand in an address: Thai and Lao follow one without a space. */
const address = /https:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+/gi;

/**
 * Finds https addresses. Anything else stays words: a chat must not be a way to hand out
 * `http:`, `javascript:` or an app's own scheme, nor an address that begins with another host's name.
 */
export function linksIn(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(address)) {
    const found = withoutTail(match[0]);
    if (!webAddress(found)) continue;
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
