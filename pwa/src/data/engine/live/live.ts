/**
 * What screens read of the device's databases. All who show the same share one live query, and a page's
 * loader has it read before the page is drawn (`readFirst`): nothing on it jumps when it comes.
 */
import { liveQuery, type Dexie } from 'dexie';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { keepEqual } from '../../kit/keep-equal';
import { Signal } from '../../kit/store';
import { getSession, knowMember, watchSession } from '../../session/token';
import type { DeviceDb, MemberDb, QueueDb } from '../../storage/db';
import { isStorageFailure } from '../../storage/failures';
import {
  inDevice,
  inMember,
  openedDevice,
  openedMember,
  retryStep,
  watchStorage,
} from '../../storage/storage';

/** What is read of which database. Two of one name read the same. */
export type Reading<T> = { name: string } & (
  | { of: 'member'; read: (db: MemberDb) => Promise<T> }
  | { of: 'device'; read: (db: DeviceDb) => Promise<T> }
);

/** Who comes back within that time has it at once, and as it is now. */
const LINGERS_MS = 30_000;
/** How often a query that the store broke off is begun again. */
const MENDED_MOST = 3;
/** A page that could not read by then is drawn without. */
const WAITED_MS = 1_000;

/** Undefined until it has been read. */
export function useLive<T>(reading: Reading<T>): T | undefined {
  const own = useMemberDb();
  const device = useDeviceDb();
  return useLiveIn(reading.of === 'member' ? own : device, reading.name, readOf(reading));
}

/** The same of a database at hand. */
export function useLiveIn<Db extends Dexie, T>(
  db: Db | null,
  name: string,
  read: (db: Db) => Promise<T>,
): T | undefined {
  const live = db ? liveOf(db, name, read) : undefined;
  return useSyncExternalStore(live?.watch ?? watchNothing, () => live?.told());
}

/** What was read last, until the next has been: a list does not blink where its next page is turned to. */
export function useLast<T>(read: T | undefined): T | undefined {
  const [last, setLast] = useState(read);
  if (read !== undefined && read !== last) setLast(read);
  return read ?? last;
}

/** Has them read, for a page that is about to be drawn. Never rejects, and does not wait longer than a moment. */
export async function readFirst(...readings: Reading<unknown>[]): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, WAITED_MS));
  await Promise.race([Promise.all(readings.map(readOne)), late]).catch(() => {});
}

/** Has those who show it see what the database holds by now. Never rejects. */
export async function readAnew(reading: Reading<unknown>): Promise<void> {
  const member = getSession()?.memberId;
  const db = reading.of === 'device' ? openedDevice() : member ? openedMember(member) : null;
  if (db) await lives.get(db)?.get(reading.name)?.anew();
}

async function readOne(reading: Reading<unknown>): Promise<void> {
  const db = await (reading.of === 'member' ? openOwn() : openDevice());
  if (db) await liveOf(db, reading.name, readOf(reading)).first();
}

/** Of the database that `of` names. */
function readOf<T>(reading: Reading<T>): (db: Dexie) => Promise<T> {
  return reading.read as (db: Dexie) => Promise<T>;
}

async function openOwn(): Promise<MemberDb | null> {
  if (!getSession()) return null;
  const member = await knowMember();
  if (!member) return null;
  await inMember(member.memberId, async () => {});
  return openedMember(member.memberId);
}

async function openDevice(): Promise<DeviceDb | null> {
  await inDevice(async () => {});
  return openedDevice();
}

/** A live query that runs while somebody shows it, and a little longer. */
class Live<T> {
  readonly #changed = new Signal();
  readonly #query: () => Promise<T>;
  readonly #mend: () => Promise<boolean>;
  readonly #onEnd: () => void;
  #mended = 0;
  #running: { unsubscribe: () => void } | undefined;
  #ending: ReturnType<typeof setTimeout> | undefined;
  #state: { told?: T; has: boolean; error?: unknown } = { has: false };
  #awaiting: (() => void)[] = [];

  /** `mend` returns whether the query's database is still in use. */
  constructor(query: () => Promise<T>, mend: () => Promise<boolean>, onEnd: () => void) {
    this.#query = query;
    this.#mend = mend;
    this.#onEnd = onEnd;
  }

  told(): T | undefined {
    // As an error of the component, for the page's error boundary. Until that has taken them all away it
    // stays one: read anew for each drawing, a broken database would be read for ever.
    if (this.#state.error !== undefined) throw this.#state.error;
    return this.#state.told;
  }

  watch = (listener: () => void): (() => void) => {
    clearTimeout(this.#ending);
    const stop = this.#changed.watch(listener);
    this.#running ??= this.#run();
    return () => {
      stop();
      if (this.#changed.watched) return;
      if (this.#state.error !== undefined) this.#end();
      else this.#ending = setTimeout(() => this.#end(), LINGERS_MS);
    };
  };

  first(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.watch(() => done());
      const done = () => {
        if (!this.#state.has) return;
        queueMicrotask(() => stop());
        resolve();
      };
      done();
    });
  }

  /** Reads once more, from now on: a change that was just written is told a moment after it is there. */
  anew(): Promise<void> {
    if (!this.#running) return Promise.resolve();
    this.#running.unsubscribe();
    this.#running = this.#run();
    return new Promise((resolve) => this.#awaiting.push(resolve));
  }

  #run(): { unsubscribe: () => void } {
    return liveQuery(this.#query).subscribe({
      next: (told) => this.#become({ told, has: true }),
      error: (error: unknown) => void this.#failed(error),
    });
  }

  /** A store that fails is no reason for a crash page: it is opened again, or left for memory. */
  async #failed(error: unknown): Promise<void> {
    if (!isStorageFailure(error) || this.#mended++ >= MENDED_MOST) return this.#become({ has: true, error });
    try {
      // Those who show it take the database that came in place of this one, and its query.
      if (!(await this.#mend())) return this.#become({ ...this.#state, has: true });
    } catch (again) {
      return this.#become({ has: true, error: again });
    }
    if (this.#running) this.#running = this.#run();
  }

  #become(state: { told?: T; has: boolean; error?: unknown }): void {
    const before = this.#state;
    // What is as it was stays the same object, for those who draw it: an answer mostly repeats what is known.
    this.#state = { ...state, told: keepEqual(before.told, state.told) };
    const isSame = before.has && !('error' in state) && this.#state.told === before.told;
    if (!isSame || 'error' in before) this.#changed.tell();
    for (const heard of this.#awaiting.splice(0)) heard();
  }

  #end(): void {
    this.#running?.unsubscribe();
    this.#running = undefined;
    for (const heard of this.#awaiting.splice(0)) heard();
    this.#onEnd();
  }
}

const lives = new WeakMap<Dexie, Map<string, Live<unknown>>>();

function liveOf<Db extends Dexie, T>(db: Db, name: string, read: (db: Db) => Promise<T>): Live<T> {
  const ofDb = lives.get(db) ?? new Map<string, Live<unknown>>();
  lives.set(db, ofDb);
  const found = ofDb.get(name);
  if (found) return found as Live<T>;
  const made = new Live(
    () => read(db),
    () => retryStep(db, read),
    () => ofDb.get(name) === made && ofDb.delete(name),
  );
  ofDb.set(name, made as Live<unknown>);
  return made;
}

function watchNothing(): () => void {
  return () => {};
}

/** The signed-in member's database; null until it is known and open, anew when it was replaced. */
export function useMemberDb(): MemberDb | null {
  const session = useSyncExternalStore(watchSession, getSession);
  const token = session?.token;
  const memberId = session?.memberId ?? null;
  const db = useSyncExternalStore(watchStorage, () => (memberId ? openedMember(memberId) : null));
  useEffect(() => {
    if (token && !db) void openMember().catch(() => {});
  }, [token, memberId, db]);
  return db;
}

export function useDeviceDb(): DeviceDb | null {
  const db = useSyncExternalStore(watchStorage, openedDevice);
  useEffect(() => {
    if (!db) void inDevice(async () => {}).catch(() => {});
  }, [db]);
  return db;
}

/** Where the queue and the conversation of whoever uses this page lie. */
export function useQueueDb(): QueueDb | null {
  const session = useSyncExternalStore(watchSession, getSession);
  const own = useMemberDb();
  const device = useDeviceDb();
  return session ? own : device;
}

async function openMember(): Promise<void> {
  const member = await knowMember();
  if (member) await inMember(member.memberId, async () => {});
}
