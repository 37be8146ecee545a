import { webAddress } from '@/data/kit/address';

/** A piece of a message: text, or a link. */
export interface Piece {
  text: string;
  href?: string;
}

/** Only characters that an address may have: Thai and Lao can follow an address without a space. */
const address = /https:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+/gi;

/**
 * Finds https addresses; anything else stays text. A chat must not offer links with `http:`, `javascript:` or
 * an app's own scheme, nor addresses that begin with another host's name.
 */
export function splitLinks(text: string): Piece[] {
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

/**
 * Removes punctuation that belongs to the sentence, and a closing bracket that was not opened within the
 * address.
 */
function withoutTail(found: string): string {
  const bare = found.replace(/[.,;:!?'"\]]+$/, '');
  return bare.endsWith(')') && !bare.includes('(') ? withoutTail(bare.slice(0, -1)) : bare;
}
