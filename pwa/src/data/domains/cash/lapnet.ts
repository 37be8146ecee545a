import { bahtOf } from '../../kit/satang';
import { crc16, parseTlv } from '../../kit/tlv';

/** The value that marks a code for one payment. An account's own code can be paid many times. */
const DYNAMIC = '12';

/**
 * lapnetCode returns the text of an account's LAPNet code, with an amount (in satang) written into it. It
 * is unchanged if there is no amount, or the code cannot be read.
 */
export function lapnetCode(printed: string, satang: number | undefined): string {
  const fields = parseTlv(printed);
  if (!satang || !fields?.has('53')) return printed;
  fields.set('01', DYNAMIC);
  fields.delete('54');
  fields.delete('63');
  const body = [...fields].map(([name, value]) =>
    name === '53' ? field(name, value) + field('54', String(bahtOf(satang))) : field(name, value),
  );
  const text = `${body.join('')}6304`;
  return text + crc16(text).toString(16).toUpperCase().padStart(4, '0');
}

function field(name: string, value: string): string {
  return name + String(value.length).padStart(2, '0') + value;
}
