/** How a local database fails: the errors that browsers give. */

/** The database is closed, breaks its transactions off, or its files cannot be read. Reopening may help. */
const DEAD = new Set([
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

/** One value cannot be read; the rest of the database can. */
const UNREADABLE = new Set(['DataError', 'NotReadableError', 'NotFoundError']);

/** A full disk is none of these, whatever broke the transaction off. */
export function isDead(error: unknown): boolean {
  return !isFull(error) && namesOf(error).some((name) => DEAD.has(name));
}

export function isFull(error: unknown): boolean {
  return namesOf(error).includes('QuotaExceededError');
}

/** Whether the store failed, and not what was asked of it. */
export function isStorageFailure(error: unknown): boolean {
  return isDead(error) || isFull(error);
}

export function isUnreadable(error: unknown): boolean {
  return namesOf(error).some((name) => UNREADABLE.has(name));
}

/** The error's own name, and those of the errors inside it. */
function namesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { inner, failures = [] } = error as { inner?: unknown; failures?: unknown[] };
  return [error.name, ...[inner, ...failures].flatMap(namesOf)];
}

const CLOSINGS_MOST = 8;
const CLOSINGS_WITHIN_MS = 60_000;

/** Counts how often the browser closes a database: iOS does it to a page that slept, a broken disk after each step. */
export class Closings {
  #at: number[] = [];

  /** Returns true where it was closed eight times within a minute: the database is of no use. */
  note(): boolean {
    const now = performance.now();
    this.#at = [...this.#at.filter((at) => now - at < CLOSINGS_WITHIN_MS), now];
    return this.#at.length >= CLOSINGS_MOST;
  }
}
