/**
 * The live queries by which screens read the device's databases. Components that show the same data share one
 * live query. A page's loader waits for the first result (`readFirst`), so the page does not move when data
 * arrives.
 */
import { liveQuery, type Dexie } from 'dexie';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { reuseUnchanged } from '../../kit/reuse-unchanged';
import { Signal } from '../../kit/store';
import { getSession, resolveMember, watchSession } from '../../session/token';
import type { DeviceDb, MemberDb, QueueDb } from '../../storage/db';
import { isStorageFailure } from '../../storage/failures';
import {
  withDeviceDb,
  withMemberDb,
  openedDeviceDb,
  openedMemberDb,
  retryStep,
  watchStorage,
} from '../../storage/storage';

/** A query of one of the databases. Two queries with one name read the same data. */
export type StoredQuery<T> = { name: string } & (
  | { database: 'member'; read: (db: MemberDb) => Promise<T> }
  | { database: 'device'; read: (db: DeviceDb) => Promise<T> }
);

/**
 * How many ms a query continues without watchers. A component that returns within this time has current data
 * at once.
 */
const LINGER_MS = 30_000;
/** How often a query is restarted after a failure of the database. */
const MAX_RESTARTS = 3;
/** The maximum time in ms that a page waits for its data before it is rendered. */
const LONGEST_WAIT_MS = 1_000;

/** useLive returns the data of a query; undefined until it was read. */
export function useLive<T>(query: StoredQuery<T>): T | undefined {
  const memberDb = useMemberDb();
  const deviceDb = useDeviceDb();
  return useLiveIn(query.database === 'member' ? memberDb : deviceDb, query.name, readOf(query));
}

/** useLiveIn is `useLive` for a given database. */
export function useLiveIn<Db extends Dexie, T>(
  db: Db | null,
  name: string,
  read: (db: Db) => Promise<T>,
): T | undefined {
  const live = db ? liveOf(db, name, read) : undefined;
  return useSyncExternalStore(live?.watch ?? watchNothing, () => live?.value());
}

/**
 * useLast returns the previous value until the next value was read. So a list does not flicker when its page
 * changes.
 */
export function useLast<T>(read: T | undefined): T | undefined {
  const [last, setLast] = useState(read);
  if (read !== undefined && read !== last) setLast(read);
  return read ?? last;
}

/** readFirst reads data for a page that will be rendered next. Never rejects, and waits at most a second. */
export async function readFirst(...queries: StoredQuery<unknown>[]): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
  await Promise.race([Promise.all(queries.map(readOne)), late]).catch(() => {});
}

/** readAgain makes the watchers read the database again. Never rejects. */
export async function readAgain(query: StoredQuery<unknown>): Promise<void> {
  const member = getSession()?.memberId;
  const db = query.database === 'device' ? openedDeviceDb() : member ? openedMemberDb(member) : null;
  if (db) await liveQueries.get(db)?.get(query.name)?.refresh();
}

async function readOne(query: StoredQuery<unknown>): Promise<void> {
  const db = await (query.database === 'member' ? openMemberDb() : openDeviceDb());
  if (db) await liveOf(db, query.name, readOf(query)).first();
}

/** Returns the read function, for the database of that name. */
function readOf<T>(query: StoredQuery<T>): (db: Dexie) => Promise<T> {
  return query.read as (db: Dexie) => Promise<T>;
}

async function openMemberDb(): Promise<MemberDb | null> {
  if (!getSession()) return null;
  const member = await resolveMember();
  if (!member) return null;
  await withMemberDb(member.memberId, async () => {});
  return openedMemberDb(member.memberId);
}

async function openDeviceDb(): Promise<DeviceDb | null> {
  await withDeviceDb(async () => {});
  return openedDeviceDb();
}

/** A live query that runs while a component watches it, and for LINGER_MS longer. */
class LiveQuery<T> {
  readonly #changed = new Signal();
  readonly #query: () => Promise<T>;
  readonly #reopen: () => Promise<boolean>;
  readonly #onEnd: () => void;
  #restarts = 0;
  #running: { unsubscribe: () => void } | undefined;
  #ending: ReturnType<typeof setTimeout> | undefined;
  #state: { data?: T; isRead: boolean; error?: unknown } = { isRead: false };
  #waiting: (() => void)[] = [];

  /** `reopen` returns whether the query's database is still in use. */
  constructor(query: () => Promise<T>, reopen: () => Promise<boolean>, onEnd: () => void) {
    this.#query = query;
    this.#reopen = reopen;
    this.#onEnd = onEnd;
  }

  value(): T | undefined {
    // Throws into the component, for the page's error boundary. The error is kept until the boundary has
    // removed all watchers. Otherwise each render would read the broken database again, without end.
    if (this.#state.error !== undefined) throw this.#state.error;
    return this.#state.data;
  }

  watch = (listener: () => void): (() => void) => {
    clearTimeout(this.#ending);
    const stop = this.#changed.watch(listener);
    this.#running ??= this.#run();
    return () => {
      stop();
      if (this.#changed.watched) return;
      if (this.#state.error !== undefined) this.#end();
      else this.#ending = setTimeout(() => this.#end(), LINGER_MS);
    };
  };

  first(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.watch(() => done());
      const done = () => {
        if (!this.#state.isRead) return;
        queueMicrotask(() => stop());
        resolve();
      };
      done();
    });
  }

  /** Reads again now. A live query would report a new write only a moment later. */
  refresh(): Promise<void> {
    if (!this.#running) return Promise.resolve();
    this.#running.unsubscribe();
    this.#running = this.#run();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #run(): { unsubscribe: () => void } {
    return liveQuery(this.#query).subscribe({
      next: (result) => this.#setState({ data: result, isRead: true }),
      error: (error: unknown) => void this.#onError(error),
    });
  }

  /**
   * Handles a failed database, which must not show the error page. The database is opened again, or replaced
   * by one in memory.
   */
  async #onError(error: unknown): Promise<void> {
    if (!isStorageFailure(error) || this.#restarts++ >= MAX_RESTARTS)
      return this.#setState({ isRead: true, error });
    try {
      // If another database has replaced this one, the watchers switch to it and to its query.
      if (!(await this.#reopen())) return this.#setState({ ...this.#state, isRead: true });
    } catch (reopenError) {
      return this.#setState({ isRead: true, error: reopenError });
    }
    if (this.#running) this.#running = this.#run();
  }

  #setState(state: { data?: T; isRead: boolean; error?: unknown }): void {
    const before = this.#state;
    // If the data is equal, the components get the identical object: a response mostly repeats known data.
    this.#state = { ...state, data: reuseUnchanged(before.data, state.data) };
    const isSame = before.isRead && !('error' in state) && this.#state.data === before.data;
    if (!isSame || 'error' in before) this.#changed.emit();
    for (const resume of this.#waiting.splice(0)) resume();
  }

  #end(): void {
    this.#running?.unsubscribe();
    this.#running = undefined;
    for (const resume of this.#waiting.splice(0)) resume();
    this.#onEnd();
  }
}

const liveQueries = new WeakMap<Dexie, Map<string, LiveQuery<unknown>>>();

function liveOf<Db extends Dexie, T>(db: Db, name: string, read: (db: Db) => Promise<T>): LiveQuery<T> {
  const queriesOfDb = liveQueries.get(db) ?? new Map<string, LiveQuery<unknown>>();
  liveQueries.set(db, queriesOfDb);
  const found = queriesOfDb.get(name);
  if (found) return found as LiveQuery<T>;
  const created = new LiveQuery(
    () => read(db),
    () => retryStep(db, read),
    () => queriesOfDb.get(name) === created && queriesOfDb.delete(name),
  );
  queriesOfDb.set(name, created as LiveQuery<unknown>);
  return created;
}

function watchNothing(): () => void {
  return () => {};
}

/**
 * useMemberDb returns the member's database; null until it is known and open. If it is replaced, returns the
 * new one.
 */
export function useMemberDb(): MemberDb | null {
  const session = useSyncExternalStore(watchSession, getSession);
  const token = session?.token;
  const memberId = session?.memberId ?? null;
  const db = useSyncExternalStore(watchStorage, () => (memberId ? openedMemberDb(memberId) : null));
  useEffect(() => {
    if (token && !db) void openMember().catch(() => {});
  }, [token, memberId, db]);
  return db;
}

export function useDeviceDb(): DeviceDb | null {
  const db = useSyncExternalStore(watchStorage, openedDeviceDb);
  useEffect(() => {
    if (!db) void withDeviceDb(async () => {}).catch(() => {});
  }, [db]);
  return db;
}

/** useQueueDb returns the database with the queue and the conversation of this page's member or guest. */
export function useQueueDb(): QueueDb | null {
  const session = useSyncExternalStore(watchSession, getSession);
  const memberDb = useMemberDb();
  const deviceDb = useDeviceDb();
  return session ? memberDb : deviceDb;
}

async function openMember(): Promise<void> {
  const member = await resolveMember();
  if (member) await withMemberDb(member.memberId, async () => {});
}
