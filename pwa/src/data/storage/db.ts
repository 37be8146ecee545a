/**
 * The device's databases. Each member has a separate one, so that no code can reach another member's data.
 * The `device` database has the data of the device. The server can send all of it again, except the outbox
 * and the commands without a response, which exist only on the device.
 */
import Dexie, { type EntityTable, type Table } from 'dexie';
import type { ResponseOf } from '../api/routes';
import type { ShareTime } from '../api/shared-time';
import type { Coupon, InviteEarned, ReceivedRefund, SpinResult, Slip, StatementLine } from '../api/types';
import type { ChatMessage } from '../api/conversation';
import type { QueuedItem } from './queued-item';
import { abortOnLeaving } from './abort-on-leaving';

/** `key` is the resource's name, followed by `:locale` or its subject if there is one row for each. */
export interface ResourceRow {
  key: string;
  etag: string;
  data: unknown;
  fetchedAt: number;
}

/**
 * The other data of a sync, besides rows and money, as keys of the home table. Each part's domain registers
 * the part with the engine.
 */
export const HOME_PARTS = ['profile', 'bankAccount', 'invite', 'refund', 'toPlay', 'bonus'] as const;
export type HomePart = (typeof HOME_PARTS)[number];

/** A part of home, the wallet, or the games (`slots`). */
export interface HomeRow {
  key: string;
  value: unknown;
  fetchedAt: number;
}

/**
 * A row of a list. It is `provisional` until a sync has returned it too. A paged call or an upload returned
 * it, and neither names the epoch of the server to which it belongs. The next sync confirms or removes it.
 */
export type StatementRow = StatementLine & { provisional?: boolean };

/** A slip's row. `unsent` marks a row that the device made for a slip that is not sent yet. */
export type SlipRow = Slip & { provisional?: boolean; unsent?: boolean };

/** A coupon of the wheel. */
export type CouponRow = Coupon & { provisional?: boolean };

/**
 * The device's own record of a spin, to check the server's later report. It is stored before the spin is
 * requested; the slice is added once it is known. The server cannot return this record.
 */
export interface SpinRow {
  /** `commitment:nonce`. */
  id: string;
  commitment: string;
  clientSeed: string;
  nonce: number;
  at: number;
  /** The spin's id and prize; missing while there is no response. */
  won?: SpinWon;
}

export interface SpinWon extends SpinResult {
  /** The slice's descriptions, for when the wheel has changed. */
  descriptions?: Record<'th' | 'lo' | 'en', string>;
}
/** The earnings of one day from friends' play, and a refund that was received. */
export type InviteRow = InviteEarned & { provisional?: boolean };
export type RefundRow = ReceivedRefund & { provisional?: boolean };

export interface SyncCursor {
  scope: 'sync';
  cursor: string;
  /** True once a response reported no further rows: the history is complete. */
  complete: boolean;
  fetchedAt: number;
  /** The lists that the cursor covers. Missing in a row from the time of the first two lists. */
  lists?: readonly ListName[];
  /** The lookup versions of the server's last response, and the lookups not yet fetched again. */
  lookupTags: Record<string, string>;
  staleLookups: string[];
}

/**
 * The synced lists, named as their tables; each is sorted by `createdAt`. Each list's domain registers it
 * with the engine.
 */
export const LIST_NAMES = ['statement', 'slips', 'coupons', 'invites', 'refunds'] as const;
export type ListName = (typeof LIST_NAMES)[number];
/** The lists of a cursor that was stored before cursors named their lists. */
export const FIRST_LISTS: readonly ListName[] = ['statement', 'slips'];

interface ListRows extends Record<ListName, { createdAt: string; version: number }> {
  statement: StatementRow;
  slips: SlipRow;
  coupons: CouponRow;
  invites: InviteRow;
  refunds: RefundRow;
}

export type RowOf<Name extends ListName> = ListRows[Name];

/** The state of a list that only paged calls have returned: its history is not complete yet. */
export interface ListCursor {
  scope: ListName;
  total: number;
  /** Rows from this time (createdAt) on are known without a gap. */
  floor: string;
  fetchedAt: number;
}

/**
 * The server's response for a page of the statement by kind and month. `scope` names kind, month and page.
 */
export interface FilteredPageRow {
  scope: `statement ${string}`;
  ids: string[];
  total: number;
  totals: NonNullable<ResponseOf<'POST', '/api/statement'>['totals']>;
  /** The sync's cursor at the time of the request. */
  cursor: string;
  fetchedAt: number;
}

export interface BlobRow {
  id: string;
  /** An ArrayBuffer, since old iOS versions lose stored Blobs. */
  bytes: ArrayBuffer;
  mime: string;
  sha256: string;
}

/** A keyed call whose response is not known yet. */
export interface CommandRow {
  key: string;
  name: string;
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body: unknown;
  createdAt: number;
  /** The app has shown that the command failed. It is not repeated automatically. */
  told?: boolean;
}

/** A message that the server has. `room` is the member's or the guest's id. */
export type ChatRow = ChatMessage & { room: string };

/** How much of a conversation is stored here, and how far each side has read. */
export interface RoomRow {
  room: string;
  /** The range without gaps; missing before the first page, `top` is 0 in an empty room. */
  known?: { floor: number; top: number };
  /** The customer's own read mark; missing until the server or this device has set one. */
  readSeq?: number;
  /** The read mark that the server is known to have. */
  readTold?: number;
  supportReadSeq?: number;
}

/**
 * An item that left the queue because the server received it or the member cancelled it. So it is not lost.
 */
export interface TombstoneRow {
  seq: number;
  id: string;
}

/** The common tables of a member's database and the device's own (for the guest). */
export abstract class QueueDb extends Dexie {
  declare blobs: EntityTable<BlobRow, 'id'>;
  declare outbox: EntityTable<QueuedItem, 'seq'>;
  declare chat: Table<ChatRow, [string, number]>;
  declare rooms: EntityTable<RoomRow, 'room'>;
  declare tombstones: EntityTable<TombstoneRow, 'seq'>;

  constructor(name: string, options: StorageOptions) {
    // Strict: a queued item is on the disk before the app shows it as queued. Uncached: Dexie's cache would
    // show rows that are not on the disk, because they are not written yet or already deleted.
    super(name, { ...options, chromeTransactionDurability: 'strict', cache: 'disabled' });
    this.use(abortOnLeaving);
    // A new version or a logout in another tab needs the database closed. Returning false suppresses Dexie's
    // warning.
    this.on('versionchange', () => {
      this.close({ disableAutoOpen: false });
      return false;
    });
  }
}

const CHAT_STORES = { chat: '[room+seq], clientId', rooms: 'room' };
const TOMBSTONES = { tombstones: '++seq, id' };
const QUEUE_STORES = { blobs: 'id', outbox: '++seq, &id, lane' };

export class MemberDb extends QueueDb {
  declare lookups: EntityTable<ResourceRow, 'key'>;
  declare home: EntityTable<HomeRow, 'key'>;
  declare statement: EntityTable<StatementRow, '_id'>;
  declare slips: EntityTable<SlipRow, 'clientId'>;
  declare coupons: EntityTable<CouponRow, '_id'>;
  declare spins: EntityTable<SpinRow, 'id'>;
  declare invites: EntityTable<InviteRow, '_id'>;
  declare refunds: EntityTable<RefundRow, '_id'>;
  declare cursors: Table<SyncCursor | ListCursor | FilteredPageRow, string>;
  declare commands: EntityTable<CommandRow, 'key'>;

  constructor(memberId: string, options: StorageOptions = {}) {
    super(memberDbName(memberId), options);
    this.version(1).stores({
      lookups: 'key',
      home: 'key',
      statement: '_id, createdAt',
      slips: 'clientId, createdAt',
      cursors: 'scope',
      commands: 'key',
      ...QUEUE_STORES,
    });
    this.version(2).stores(CHAT_STORES);
    this.version(3).stores({ cash: 'path' });
    // Limits, activity and QRs are now stored with the other resources, and are fetched from the server
    // again.
    this.version(4).stores({ cash: null });
    // Statement lines now have structured places. With an empty cursor the server sends all lines again.
    this.version(5)
      .stores({})
      .upgrade((tx) => tx.table('cursors').update('sync', { cursor: '' }));
    this.version(6).stores({
      coupons: '_id, createdAt',
      spins: 'id, commitment, won._id',
      invites: '_id, createdAt',
      refunds: '_id, createdAt',
    });
    this.version(7).stores(TOMBSTONES);
  }
}

/** The member of a token. The token itself is stored only if the member chose to be remembered. */
export interface SessionRow {
  tokenHash: string;
  memberId: string;
  token?: string;
  /** By the server's clock, which the response that named the member has set. */
  savedAt: number;
}

/** The service worker's copy of values in local storage, and small facts of the device. */
export interface FactRow {
  key: string;
  value: unknown;
}

/** A picture that another app shared, until it is sent or dismissed. */
export interface SharedRow extends ShareTime {
  id: number;
  /** The owner. Null, or missing in a row of an earlier version, means the next member who opens the app. */
  memberId?: string | null;
  name: string;
  mime: string;
  bytes: ArrayBuffer;
}

export class DeviceDb extends QueueDb {
  declare sessions: EntityTable<SessionRow, 'tokenHash'>;
  declare facts: EntityTable<FactRow, 'key'>;
  declare lookups: EntityTable<ResourceRow, 'key'>;
  declare shared: EntityTable<SharedRow, 'id'>;

  constructor(options: StorageOptions = {}) {
    super('device', options);
    this.version(1).stores({
      sessions: 'tokenHash',
      facts: 'key',
      lookups: 'key',
      shared: '++id',
    });
    this.version(2).stores({ ...QUEUE_STORES, ...CHAT_STORES });
    this.version(3).stores(TOMBSTONES);
  }
}

/** Options for an IndexedDB other than the browser's: the one in memory (`holder.ts`), and tests. */
export interface StorageOptions {
  indexedDB?: IDBFactory;
  IDBKeyRange?: typeof IDBKeyRange;
}

export function memberDbName(memberId: string): string {
  return `w_${memberId}`;
}

/** storedMemberIds returns the ids of all members with a database on this device's disk. */
export async function storedMemberIds(): Promise<string[]> {
  const prefix = memberDbName('');
  const names = await Dexie.getDatabaseNames();
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}
