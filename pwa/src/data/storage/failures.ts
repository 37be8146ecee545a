/** How a local database fails: the errors that browsers raise. */

/**
 * Errors of a database that is closed, aborts its transactions, or cannot read its files. Reopening may help.
 */
const DEAD_DATABASE = new Set([
  'DatabaseClosedError',
  'OpenFailedError',
  'MissingAPIError',
  'InvalidStateError',
  'UnknownError',
  'NotFoundError',
  'NotReadableError',
  'TimeoutError',
  'TransactionInactiveError',
  'DataError',
  'AbortError',
  'SecurityError',
  'VersionError',
  'OperationError',
]);

/** Errors of a single value that cannot be read, while the rest of the database can. */
const UNREADABLE = new Set(['DataError', 'NotReadableError', 'NotFoundError']);

/**
 * isDead returns whether the database is dead. A full disk does not count, whatever aborted the transaction.
 */
export function isDead(error: unknown): boolean {
  return !isFull(error) && namesOf(error).some((name) => DEAD_DATABASE.has(name));
}

export function isFull(error: unknown): boolean {
  return namesOf(error).includes('QuotaExceededError');
}

/** isStorageFailure returns true if the storage failed, and false if the caller's request was wrong. */
export function isStorageFailure(error: unknown): boolean {
  return isDead(error) || isFull(error);
}

export function isUnreadable(error: unknown): boolean {
  return namesOf(error).some((name) => UNREADABLE.has(name));
}

/** Returns the names of the error and of the errors inside it. */
function namesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { inner, failures = [] } = error as { inner?: unknown; failures?: unknown[] };
  return [error.name, ...[inner, ...failures].flatMap(namesOf)];
}

const MAX_CLOSINGS = 8;
const CLOSINGS_WITHIN_MS = 60_000;

/**
 * Closings counts how often the browser closes a database. iOS closes it when a page slept; with a broken
 * disk it is closed after each step.
 */
export class Closings {
  #at: number[] = [];

  /** Returns true after eight closings within a minute: the database is unusable. */
  note(): boolean {
    const now = performance.now();
    this.#at = [...this.#at.filter((at) => now - at < CLOSINGS_WITHIN_MS), now];
    return this.#at.length >= MAX_CLOSINGS;
  }
}
