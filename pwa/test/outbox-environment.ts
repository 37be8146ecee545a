/**
 * A simulated phone of one member: its disk, its clock, and its contexts (tabs, service worker). The contexts
 * run the real outbox and may die at any step.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { newId, sha256 } from '@/data/kit/digest';
import type { Member } from '@/data/session/member';
import { drainQueue } from '@/data/engine/outbox/drain';
import type { QueuedItem } from '@/data/storage/queued-item';
import { enqueuePicture } from '@/data/domains/slip/store';
import { sendItem } from '@/data/app/send-item';
import type { Send } from '@/data/engine/outbox/kinds';
import { confirmItem, discardItem, makeAllDueNow } from '@/data/engine/outbox/store';
import { MemberDb, type QueueDb } from '@/data/storage/db';
import { FakeLocks } from './locks';

export type ContextName = 'tab' | 'other tab' | 'worker';
export const CONTEXTS: ContextName[] = ['tab', 'other tab', 'worker'];

export interface Queued {
  id: string;
  sha256: string;
  /** False if the phone died before it could confirm that the picture is stored. */
  promised: boolean;
  cancelled: boolean;
}

export class OutboxEnvironment<C extends Context = Context> {
  /** The phone's clock. */
  now: number;
  readonly queued: Queued[] = [];
  readonly violations: string[] = [];
  readonly #disk = new IDBFactory();
  readonly #locks: FakeLocks | null;
  readonly #random: () => number;
  readonly #memberId: string;
  readonly #tokens: string[];
  readonly #contexts = new Map<ContextName, C>();
  readonly #make: (parts: ContextParts) => C;

  constructor(options: {
    memberId: string;
    /**
     * The member's tokens. If tokens get rejected, at least two are needed: the member logs in again with the
     * next one.
     */
    tokens: string[];
    random: () => number;
    /** False for old browsers without Web Locks. Then only leases separate the contexts. */
    withLocks: boolean;
    now: number;
    /** Creates a context that does more than send items. */
    make?: (parts: ContextParts) => C;
  }) {
    this.now = options.now;
    this.#memberId = options.memberId;
    this.#tokens = options.tokens;
    this.#random = options.random;
    this.#locks = options.withLocks ? new FakeLocks() : null;
    this.#make = options.make ?? ((parts) => new Context(parts) as C);
  }

  /** Returns the context of that name. If it has died, it is opened again. */
  context(name: ContextName): C {
    let context = this.#contexts.get(name);
    if (!context || context.dead) {
      context = this.#make({
        world: this,
        db: this.open(),
        locks: this.#locks?.client(),
        random: this.#random,
      });
      this.#contexts.set(name, context);
    }
    return context;
  }

  /** Opens another connection to the phone's disk. */
  open(): MemberDb {
    return new MemberDb(this.#memberId, { indexedDB: this.#disk, IDBKeyRange });
  }

  member(): Member {
    return { memberId: this.#memberId, token: this.#tokens[0] ?? '' };
  }

  signInAgain(): void {
    const used = this.#tokens.shift();
    if (used) this.#tokens.push(used);
  }

  close(): void {
    for (const context of this.#contexts.values()) context.closeContext();
  }
}

type AnyEnvironment = Pick<OutboxEnvironment, 'now' | 'queued' | 'violations' | 'member'>;

export interface ContextParts {
  world: AnyEnvironment;
  db: MemberDb;
  locks?: ReturnType<FakeLocks['client']>;
  random: () => number;
}

/** One page or worker. */
export class Context {
  dead = false;
  readonly #parts: ContextParts;
  /** The context dies after this many more steps. */
  #stepsToLive = Infinity;

  constructor(parts: ContextParts) {
    this.#parts = parts;
  }

  dieAfter(steps: number): void {
    this.#stepsToLive = steps;
  }

  closeContext(): void {
    this.dead = true;
    this.#parts.db.close();
    this.#parts.locks?.closeContext();
  }

  async enqueue(bytes: ArrayBuffer): Promise<void> {
    const { world: environment } = this.#parts;
    const picture = { id: newId(), bytes, mime: 'image/png', sha256: await sha256(bytes) };
    const entry = { id: picture.id, sha256: picture.sha256, promised: false, cancelled: false };
    environment.queued.push(entry);
    await this.withDb(() => enqueuePicture(this.#parts.db, picture, environment.now));
    entry.promised = true;
  }

  async cancel(entry: Queued): Promise<void> {
    entry.cancelled = true;
    await this.withDb((db) => discardItem(db, entry.id));
  }

  async confirm(entry: Queued): Promise<void> {
    await this.withDb((db) => confirmItem(db, entry.id, this.#parts.world.now));
  }

  async hasten(): Promise<void> {
    await this.withDb((db) => makeAllDueNow(db, this.#parts.world.now));
  }

  async drain(): Promise<void> {
    const { world: environment, locks, random } = this.#parts;
    await drainQueue(environment.member(), {
      withDb: (work) => this.withDb(work),
      send: this.#send,
      now: () => environment.now,
      random,
      locks,
    });
  }

  /** Runs a step on the disk. The context may die before it, during it, or before it receives the result. */
  async withDb<T>(work: (db: QueueDb) => Promise<T>): Promise<T> {
    const { db } = this.#parts;
    await this.#step();
    if (this.#stepsToLive === 1) await this.#dieInside(work);
    this.#stepsToLive--;
    try {
      return await work(db);
    } finally {
      // A dead context receives neither a result nor an error.
      await this.#step();
    }
  }

  #send: Send = async (item, file, options) => {
    await this.#step();
    await this.#assertFirstOfLane(item);
    return sendItem(item, file, options).finally(() => this.#step());
  };

  async #step(): Promise<void> {
    if (!this.dead && this.#stepsToLive-- <= 0) this.closeContext();
    if (this.dead) await new Promise(() => {});
  }

  /** Dies during the transaction, which leaves no effect. */
  async #dieInside<T>(work: (db: QueueDb) => Promise<T>): Promise<never> {
    const { db } = this.#parts;
    const torn = db.transaction('rw', db.tables, async () => {
      await work(db);
      throw new Error('the phone died');
    });
    await torn.catch(() => {});
    this.closeContext();
    return new Promise<never>(() => {});
  }

  /**
   * Asserts that every item ahead in the lane is waiting for the user, because no other item may be
   * overtaken. A confirmation while this item was already being sent was too late and does not count.
   */
  async #assertFirstOfLane(item: QueuedItem): Promise<void> {
    const { db, world: environment } = this.#parts;
    const ahead = await db.outbox
      .where('lane')
      .equals(item.lane)
      .filter((other) => other.seq < item.seq && other.state !== 'needs_user')
      .filter(({ confirmedAt = -Infinity }) => confirmedAt < (item.lease?.from ?? 0))
      .toArray();
    if (ahead.length > 0) environment.violations.push(`${item.id} overtook ${ahead[0]?.id}`);
  }

  async rows(): Promise<{ items: QueuedItem[]; blobs: number; unsent: number }> {
    const { db } = this.#parts;
    return {
      items: await db.outbox.orderBy('seq').toArray(),
      blobs: await db.blobs.count(),
      unsent: await db.slips.filter((row) => row.unsent === true).count(),
    };
  }
}
