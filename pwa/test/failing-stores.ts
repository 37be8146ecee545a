/**
 * Stores that fail at one step of a simulation: a database on fake-indexeddb and both kinds of web storage.
 * They fail with the errors that browsers raise. Steps are counted over the whole simulation, across reloads.
 */
import { forceCloseDatabase, IDBFactory, IDBTransaction } from 'fake-indexeddb';

export const DATABASE_ERRORS = [
  'UnknownError',
  'AbortError',
  'QuotaExceededError',
  'InvalidStateError',
  'NotFoundError',
  'NotReadableError',
  'DataError',
  'TransactionInactiveError',
  'TimeoutError',
  'SecurityError',
  'OperationError',
] as const;

/** The failure of a step and of the steps after it, `times` in all. */
export interface StoreFailure {
  store: 'database' | 'localStorage' | 'sessionStorage';
  /**
   * How the store fails. `fails`: with `error`. `silent`: an opening gets no response, and other steps fail
   * as with `fails`. `closed`: the browser closes the connection. `emptied`: all data are removed. `missing`:
   * the store is null from then on.
   */
  how: 'fails' | 'silent' | 'closed' | 'emptied' | 'missing';
  error: (typeof DATABASE_ERRORS)[number];
  at: number;
  times: number;
}

interface RawStore {
  records: { clear(): void };
  rawIndexes: Map<string, { records: { clear(): void } }>;
}

/** The internals of a database in fake-indexeddb. */
interface Raw {
  rawObjectStores: Map<string, RawStore>;
}

type WithRaw = IDBDatabase & { _rawDatabase: Raw };

export class FailingStores {
  /** How often a database was opened so far. */
  opened = 0;
  readonly localStorage = new Area();
  readonly sessionStorage = new Area();
  readonly #disk = new IDBFactory();
  readonly #failure: StoreFailure;
  #steps = 0;
  #haveFailuresEnded = false;

  constructor(failure: StoreFailure) {
    this.#failure = failure;
    this.localStorage.onCall = () => this.#step('localStorage') && this.#failArea(this.localStorage);
    this.sessionStorage.onCall = () => this.#step('sessionStorage') && this.#failArea(this.sessionStorage);
  }

  /** Ends all failures, as a restart of the phone would. */
  endFailures(): void {
    this.#haveFailuresEnded = true;
  }

  /** Returns the property of `globalThis` with that name in the failing browser. */
  area(name: 'localStorage' | 'sessionStorage'): Area | null {
    const { store, how } = this.#failure;
    return store === name && how === 'missing' && this.#isFailing() ? null : this[name];
  }

  factory(): IDBFactory {
    const disk = this.#disk;
    return Object.assign(Object.create(disk) as IDBFactory, {
      open: (name: string, version?: number) => {
        this.opened++;
        if (!this.#step('database')) return disk.open(name, version);
        const { how, error } = this.#failure;
        if (how === 'silent') return new EventTarget();
        if (how === 'closed') return disk.open(name, version);
        if (how !== 'emptied') throw new DOMException('', how === 'missing' ? 'UnknownError' : error);
        this.#empty();
        return disk.open(name, version);
      },
      deleteDatabase: (name: string) => disk.deleteDatabase(name),
      databases: () => disk.databases(),
      cmp: (one: unknown, other: unknown) => disk.cmp(one, other),
    });
  }

  /**
   * Called for each request to a database. For a database on disk it may throw, or close or empty the
   * database. Databases in memory never fail.
   */
  request(db: IDBDatabase): void {
    if (!this.#isOnDisk(db) || !this.#step('database')) return;
    const { how, error } = this.#failure;
    if (how === 'closed') return forceCloseDatabase(db as never);
    if (how === 'emptied') return this.#empty();
    throw new DOMException('', how === 'fails' ? error : 'UnknownError');
  }

  #isOnDisk(db: IDBDatabase): boolean {
    const all = (this.#disk as unknown as { _databases: Map<string, Raw> })._databases;
    return all.get(db.name) === (db as WithRaw)._rawDatabase;
  }

  #empty(): void {
    for (const { rawObjectStores } of (
      this.#disk as unknown as { _databases: Map<string, Raw> }
    )._databases.values()) {
      for (const store of rawObjectStores.values()) {
        store.records.clear();
        for (const index of store.rawIndexes.values()) index.records.clear();
      }
    }
  }

  #failArea(area: Area): void {
    const { how, error } = this.#failure;
    if (how === 'emptied' || how === 'closed') area.clear();
    else throw new DOMException('', error === 'QuotaExceededError' ? error : 'SecurityError');
  }

  /** Counts a step. Returns whether it fails. */
  #step(store: StoreFailure['store']): boolean {
    if (store !== this.#failure.store || this.#haveFailuresEnded) return false;
    this.#steps++;
    return this.#isFailing();
  }

  #isFailing(): boolean {
    const { at, times } = this.#failure;
    return !this.#haveFailuresEnded && this.#steps > at && this.#steps <= at + times;
  }
}

/** A web storage area. */
export class Area {
  onCall: () => void = () => {};
  readonly #values = new Map<string, string>();

  getItem(key: string): string | null {
    this.onCall();
    return this.#values.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.onCall();
    this.#values.set(key, value);
  }

  removeItem(key: string): void {
    this.onCall();
    this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
  }
}

let current: FailingStores | undefined;

/** Makes requests fail according to these stores from now on. */
export function installFailingStores(stores: FailingStores): void {
  current = stores;
}

interface Request {
  /** Null while an index is built. Then the opening fails, and not the request. */
  source: object | null;
  operation: () => unknown;
}
const transactions = IDBTransaction.prototype as unknown as {
  db: IDBDatabase;
  _execRequestAsync(request: Request): unknown;
};
const { _execRequestAsync: execute } = transactions;
transactions._execRequestAsync = function (request) {
  const { db } = this;
  if (!request.source) return execute.call(this, request);
  const operation = () => {
    current?.request(db);
    return request.operation();
  };
  return execute.call(this, { ...request, operation });
};
