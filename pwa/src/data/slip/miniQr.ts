/**
 * Recognises the mini QR of a bank slip. Only a first word for the member ("this is no slip");
 * the server reads the picture again and trusts its own reading alone.
 */

const CRC_TAG_LENGTH = 8;

/** True for a Thai bank's slip (or TrueMoney's), with its checksum right. */
export function isSlipQr(text: string): boolean {
  const fields = parseTlv(text);
  const head = fields && parseTlv(fields.get('00') ?? '');
  if (!fields || !head || !hasRightCrc(text, fields.get('91'))) return false;
  if (head.get('00') === '000001') {
    const fromBank = /^\d{3}$/.test(head.get('01') ?? '');
    return fromBank && (head.get('02') ?? '') !== '' && fields.get('51') === 'TH';
  }
  return head.get('00') === '01' && head.get('01') === '01' && (head.get('03') ?? '') !== '';
}

/** Two digits of name, two of length, the value; null where that does not come out even. */
function parseTlv(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const [, tag, length] = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4)) ?? [];
    if (!tag || !length) return null;
    const value = text.slice(at + 4, at + 4 + Number(length));
    // A bank app that drops the checksum's leading zeros still says that it has four digits.
    if (value.length !== Number(length) && tag !== '91') return null;
    fields.set(tag, value);
    at += 4 + value.length;
    if (value.length === 0 && length !== '00') return null;
  }
  return fields;
}

function hasRightCrc(text: string, crc: string | undefined): boolean {
  if (!crc) return false;
  const covered = text.slice(0, text.length - crc.length);
  if (covered.length < CRC_TAG_LENGTH || !/91\d\d$/.test(covered)) return false;
  const padded = covered.replace(/91\d\d$/, '9104');
  return crc16(padded) === Number.parseInt(crc, 16);
}

/** CRC-16/CCITT-FALSE. */
function crc16(text: string): number {
  let crc = 0xffff;
  for (const char of text) {
    crc ^= char.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
    }
  }
  return crc;
}
