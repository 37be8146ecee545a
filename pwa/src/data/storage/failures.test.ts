import { describe, expect, it } from 'vitest';
import { isDead, isFull, isUnreadable } from './failures';

const transactionError = (inner: Error) => Object.assign(new Error('transaction failed'), { inner });

/** Chromium's error when writing a transaction fails. */
const abortError = (name: string) =>
  Object.assign(new DOMException('', 'AbortError'), { inner: new DOMException('', name) });

/** Dexie's error for several rows. */
const bulkError = (name: string) =>
  Object.assign(new Error('transaction failed'), { failures: [new DOMException('', name)] });

describe('the errors of a database', () => {
  it.each([
    ['a full disk', new DOMException('', 'QuotaExceededError'), { full: true }],
    [
      'a full disk, as the inner error of a transaction',
      transactionError(new DOMException('', 'QuotaExceededError')),
      { full: true },
    ],
    ['a full disk, as the inner error of an AbortError', abortError('QuotaExceededError'), { full: true }],
    ['a closed connection', new DOMException('', 'InvalidStateError'), { dead: true }],
    [
      'unreadable files, as the inner error of a transaction',
      transactionError(new DOMException('', 'UnknownError')),
      { dead: true },
    ],
    ['an unreadable row among several', bulkError('UnknownError'), { dead: true }],
    ['a value that cannot be read', new DOMException('', 'DataError'), { dead: true, unreadable: true }],
    ['a bug of the app', new TypeError(''), {}],
    ['a duplicate key', new DOMException('', 'ConstraintError'), {}],
    ['a value that is no error', 'UnknownError', {}],
  ])(
    'errors of a database are classified: %s',
    (_, error, { full = false, dead = false, unreadable = false }: Verdicts) => {
      expect([isFull(error), isDead(error), isUnreadable(error)]).toEqual([full, dead, unreadable]);
    },
  );
});

interface Verdicts {
  full?: boolean;
  dead?: boolean;
  unreadable?: boolean;
}
