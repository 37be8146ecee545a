/**
 * The device's own copy. One database per member, so that nothing of one member is ever in reach
 * of another, and one `device` database for what belongs to the phone. Everything in them can be
 * had from the server again, but the outbox and the unsettled commands: those are the member's.
 */
import Dexie, { type EntityTable, type Table } from 'dexie';
import type { Slip, Statement } from './api/types';
import type { QueuedItem } from './outbox/machine';

/** `key` is the lookup's name, with `:locale` where its text differs by language. */
export interface LookupRow {
  key: string;
  etag: string;
  data: unknown;
  fetchedAt: number;
}

/** A part of the home load: profile, bankAccount, wallet, invite or slots. */
export interface HomeRow {
  key: string;
  value: unknown;
  fetchedAt: number;
}

/**
 * A list's row. `provisional` until a sync has brought it too: a paged call or an upload told it,
 * and neither says to which epoch of the server it belongs. The next sync confirms or removes it.
 */
export type StatementRow = Statement & { provisional?: boolean };

/** The same of a slip or, while `unsent`, what the phone promises. */
export type SlipRow = Slip & { provisional?: boolean; unsent?: boolean };

export interface SyncCursor {
  scope: 'sync';
  cursor: string;
  /** True once an answer said that there is no more: the history is whole. */
  complete: boolean;
  fetchedAt: number;
  /** The server's lookup versions as last heard, and the names not yet fetched again. */
  lookupTags: Record<string, string>;
  staleLookups: string[];
}

/** What a paged call told of a list whose history is not whole yet. */
export interface ListCursor {
  scope: 'statement' | 'slips';
  total: number;
  /** Rows since this time (createdAt) are known without a gap. */
  floor: string;
  fetchedAt: number;
}

export interface BlobRow {
  id: string;
  /** Not a Blob: old iOS loses those. */
  bytes: ArrayBuffer;
  mime: string;
  sha256: string;
}

/** A keyed call whose answer is not known yet. */
export interface CommandRow {
  key: string;
  name: string;
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body: unknown;
  createdAt: number;
  /** The member was told that it failed: it is not asked for again by itself. */
  told?: boolean;
}

export class MemberDb extends Dexie {
  declare lookups: EntityTable<LookupRow, 'key'>;
  declare home: EntityTable<HomeRow, 'key'>;
  declare statement: EntityTable<StatementRow, '_id'>;
  declare slips: EntityTable<SlipRow, 'clientId'>;
  declare cursors: Table<SyncCursor | ListCursor, string>;
  declare blobs: EntityTable<BlobRow, 'id'>;
  declare outbox: EntityTable<QueuedItem, 'seq'>;
  declare commands: EntityTable<CommandRow, 'key'>;

  constructor(memberId: string, options: StorageOptions = {}) {
    // Strict: a queued slip is on the disk before the member is told that it is safe.
    super(memberDbName(memberId), { ...options, chromeTransactionDurability: 'strict' });
    this.version(1).stores({
      lookups: 'key',
      home: 'key',
      statement: '_id, createdAt',
      slips: 'clientId, createdAt',
      cursors: 'scope',
      blobs: 'id',
      outbox: '++seq, &id, lane',
      commands: 'key',
    });
  }
}

/** Whose a token is. The token itself stands here only while the member wants to be remembered. */
export interface SessionRow {
  tokenHash: string;
  memberId: string;
  token?: string;
  savedAt: number;
}

/** The worker's copy of what local storage says, and the phone's own small facts. */
export interface FactRow {
  key: string;
  value: unknown;
}

/** A picture shared into the app from another one, until the slip flow takes it. */
export interface SharedRow {
  id: number;
  name: string;
  mime: string;
  bytes: ArrayBuffer;
  sharedAt: number;
}

export class DeviceDb extends Dexie {
  declare sessions: EntityTable<SessionRow, 'tokenHash'>;
  declare facts: EntityTable<FactRow, 'key'>;
  declare lookups: EntityTable<LookupRow, 'key'>;
  declare shared: EntityTable<SharedRow, 'id'>;

  constructor(options: StorageOptions = {}) {
    super('device', options);
    this.version(1).stores({
      sessions: 'tokenHash',
      facts: 'key',
      lookups: 'key',
      shared: '++id',
    });
  }
}

/** Another IndexedDB than the browser's: the memory stand-in of `storage.ts`, and tests. */
export interface StorageOptions {
  indexedDB?: IDBFactory;
  IDBKeyRange?: typeof IDBKeyRange;
}

export function memberDbName(memberId: string): string {
  return `w_${memberId}`;
}
