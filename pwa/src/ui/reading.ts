import type { Format } from './use-formatted';

/**
 * How a field reads typed and pasted text. Every field has a reading, so that none takes text unchecked. The
 * simplest readings are here; others are with the values that they read.
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
  /** Absent if the text stays unchanged until it is sent. */
  format?: Format;
}

/** Several lines. They are cleaned when they are sent. */
export const text: Reading = { kind: 'text' };

/** A password, which is sent as typed. */
export const secret: Reading = { kind: 'secret' };
