import type { Format } from './use-formatted';

/**
 * How a field reads what is typed and pasted into it. Every field has one, so that none takes a text
 * as it comes: those that need nothing more stand here, the others with what they read.
 */
export interface Reading {
  kind:
    | 'line'
    | 'capitals'
    | 'text'
    | 'secret'
    | 'time'
    | 'phone'
    | 'account'
    | 'amount'
    | 'otp'
    | 'gift'
    | 'promotion'
    | 'invite';
  /** Absent where a text stays as it is until it is sent. */
  format?: Format;
}

/** Several lines. They are cleaned when they are sent. */
export const text: Reading = { kind: 'text' };

/** A password, which is sent as typed. */
export const secret: Reading = { kind: 'secret' };
