/**
 * Recognises the mini QR of a bank slip. Only a first word for the member ("this is no slip");
 * the server reads the picture again and trusts its own reading alone.
 */

import { crc16, parseTlv } from '../../kit/tlv';

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

function hasRightCrc(text: string, crc: string | undefined): boolean {
  if (!crc) return false;
  const covered = text.slice(0, text.length - crc.length);
  if (covered.length < CRC_TAG_LENGTH || !/91\d\d$/.test(covered)) return false;
  const padded = covered.replace(/91\d\d$/, '9104');
  return crc16(padded) === Number.parseInt(crc, 16);
}
