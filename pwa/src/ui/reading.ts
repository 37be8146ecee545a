import type { Format } from './use-formatted';

/**
 * How a field reads typed and pasted text, called its reading. Every field has one, so that no field accepts
 * unchecked text. The simplest readings are here; the others are next to the values that they read.
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

/** The reading of a field with several lines. They are cleaned when they are sent. */
export const textReading: Reading = { kind: 'text' };

/** The reading of a password, which is sent as typed. */
export const secretReading: Reading = { kind: 'secret' };
