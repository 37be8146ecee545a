/** The format (EMV) of the texts in payment and slip QR codes: fields one after the other, and a checksum. */

/**
 * parseTlv reads fields of two digits tag, two digits length, and value. Returns null if a length is
 * wrong.
 */
export function parseTlv(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const [, tag, length] = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4)) ?? [];
    if (!tag || !length) return null;
    const value = text.slice(at + 4, at + 4 + Number(length));
    // One bank app drops the checksum's leading zeros and still declares a length of four.
    if (value.length !== Number(length) && tag !== '91') return null;
    fields.set(tag, value);
    at += 4 + value.length;
    if (value.length === 0 && length !== '00') return null;
  }
  return fields;
}

/** CRC-16/CCITT-FALSE. */
export function crc16(text: string): number {
  let crc = 0xffff;
  for (const char of text) {
    crc ^= char.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
    }
  }
  return crc;
}
