import { describe, expect, it } from 'vitest';
import { isDead, isFull, isUnreadable } from './failures';

const torn = (inner: Error) => Object.assign(new Error('torn'), { inner });

/** Chromium's error when writing a transaction fails. */
const abortedBy = (name: string) =>
  Object.assign(new DOMException('', 'AbortError'), { inner: new DOMException('', name) });

/** Dexie's error for several rows. */
const tornBy = (name: string) => Object.assign(new Error('torn'), { failures: [new DOMException('', name)] });

describe('the errors of a database', () => {
  it.each([
    ['a full disk', new DOMException('', 'QuotaExceededError'), { full: true }],
    [
      'a full disk, as the cause of a torn transaction',
      torn(new DOMException('', 'QuotaExceededError')),
      { full: true },
    ],
    ['a full disk, told by the end of a transaction', abortedBy('QuotaExceededError'), { full: true }],
    ['a closed connection', new DOMException('', 'InvalidStateError'), { dead: true }],
    ['files that cannot be read, inside', torn(new DOMException('', 'UnknownError')), { dead: true }],
    ['files that cannot be read, of several', tornBy('UnknownError'), { dead: true }],
    ['a value that cannot be read', new DOMException('', 'DataError'), { dead: true, unreadable: true }],
    ['a mistake of ours', new TypeError(''), {}],
    ['a key that is taken', new DOMException('', 'ConstraintError'), {}],
    ['what is no error', 'UnknownError', {}],
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
