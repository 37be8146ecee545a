/**
 * The device's own copy. One database per member, so that nothing of one member is ever in reach
 * of another, and one `device` database for what belongs to the phone. Everything in them can be
 * had from the server again, but the outbox and the unsettled commands: those are the member's.
 */
import Dexie, { type EntityTable, type Table } from 'dexie';
import type { AnswerOf } from '../api/routes';
import type { SharedTime } from '../api/shared-time';
import type { Coupon, InviteEarned, ReceivedRefund, SpinResult, Slip, Statement } from '../api/types';
import type { ChatMessage } from '../api/conversation';
import type { QueuedItem } from './queued-item';
import { brokenOffOnLeaving } from './leaving';

/** `key` is the resource's name, with `:locale` or its subject where there is one of each. */
export interface ResourceRow {
  key: string;
  etag: string;
  data: unknown;
  fetchedAt: number;
}

/** What a sync tells besides rows and money, as the home table has it. Its domain registers each with the engine. */
export const HOME_PARTS = ['profile', 'bankAccount', 'invite', 'refund', 'toPlay', 'bonus'] as const;
export type HomePart = (typeof HOME_PARTS)[number];

/** One of these parts, the wallet or the games (`slots`). */
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

/** A coupon of the wheel. */
export type CouponRow = Coupon & { provisional?: boolean };

/**
 * What this phone itself knows of a spin, by which it checks what the server tells of it later:
 * written before the spin is asked for, and its slice once that is known. The server cannot tell it again.
 */
export interface SpinRow {
  /** `commitment:nonce`. */
  id: string;
  commitment: string;
  clientSeed: string;
  nonce: number;
  at: number;
  /** The spin's own id and what it won; missing while no answer has come. */
  won?: SpinWon;
}

export interface SpinWon extends SpinResult {
  /** What the slice says of itself, for when the wheel is another one. */
  descriptions?: Record<'th' | 'lo' | 'en', string>;
}
/** What a friend's day has earned, and a refund that was received. */
export type InviteRow = InviteEarned & { provisional?: boolean };
export type RefundRow = ReceivedRefund & { provisional?: boolean };

export interface SyncCursor {
  scope: 'sync';
  cursor: string;
  /** True once an answer said that there is no more: the history is whole. */
  complete: boolean;
  fetchedAt: number;
  /** The lists that it counts for; missing in a row from when there were the first two. */
  lists?: readonly ListName[];
  /** The server's lookup versions as last heard, and the names not yet fetched again. */
  lookupTags: Record<string, string>;
  staleLookups: string[];
}

/** The synced lists, by the names of their tables; each is sorted by `createdAt`. Its domain registers each with the engine. */
export const LIST_NAMES = ['statement', 'slips', 'coupons', 'invites', 'refunds'] as const;
export type ListName = (typeof LIST_NAMES)[number];
/** Of a cursor from before it named its lists. */
export const FIRST_LISTS: readonly ListName[] = ['statement', 'slips'];

interface ListRows extends Record<ListName, { createdAt: string; version: number }> {
  statement: StatementRow;
  slips: SlipRow;
  coupons: CouponRow;
  invites: InviteRow;
  refunds: RefundRow;
}

export type RowOf<Name extends ListName> = ListRows[Name];

/** What a paged call told of a list whose history is not whole yet. */
export interface ListCursor {
  scope: ListName;
  total: number;
  /** Rows since this time (createdAt) are known without a gap. */
  floor: string;
  fetchedAt: number;
}

/** What the server told of a page of the statement by kind and month; the scope names all three. */
export interface FilteredCursor {
  scope: `statement ${string}`;
  ids: string[];
  total: number;
  totals: NonNullable<AnswerOf<'POST', '/api/statement'>['totals']>;
  /** The sync's, when it was asked for. */
  cursor: string;
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

/** A message that the server has. `room` is the member's id, or the guest's. */
export type ChatRow = ChatMessage & { room: string };

/** How much of a conversation is here, and who has read how far. */
export interface RoomRow {
  room: string;
  /** The stretch without gaps; missing before the first page, `top` is 0 in an empty room. */
  known?: { floor: number; top: number };
  /** The customer's own mark; missing until the server or this phone has told one. */
  readSeq?: number;
  /** The part of it that the server is known to have. */
  readTold?: number;
  supportReadSeq?: number;
}

/** An item that left the queue by the server's answer or by the member: it is not lost. */
export interface TombstoneRow {
  seq: number;
  id: string;
}

/** What a member's database and the phone's own (for the guest) have in common. */
export abstract class QueueDb extends Dexie {
  declare blobs: EntityTable<BlobRow, 'id'>;
  declare outbox: EntityTable<QueuedItem, 'seq'>;
  declare chat: Table<ChatRow, [string, number]>;
  declare rooms: EntityTable<RoomRow, 'room'>;
  declare tombstones: EntityTable<TombstoneRow, 'seq'>;

  constructor(name: string, options: StorageOptions) {
    // Strict: what is queued is on the disk before anyone is told that it is safe.
    // Uncached: Dexie's cache shows rows that are not on the disk: some before they are written, some that are gone.
    super(name, { ...options, chromeTransactionDurability: 'strict', cache: 'disabled' });
    this.use(brokenOffOnLeaving);
    // A new version, or the member who leaves: closing is all that is to be done, Dexie's own word of warning is not.
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
  declare cursors: Table<SyncCursor | ListCursor | FilteredCursor, string>;
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
    // Limits, activity and QRs lie with the other resources now; the server tells them again.
    this.version(4).stores({ cash: null });
    // Lines know their places in parts now. Asked from the beginning the server tells of all of them again.
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

/** Whose a token is. The token itself stands here only while the member wants to be remembered. */
export interface SessionRow {
  tokenHash: string;
  memberId: string;
  token?: string;
  /** By the server's clock, which the answer that named the member has told. */
  savedAt: number;
}

/** The worker's copy of what local storage says, and the phone's own small facts. */
export interface FactRow {
  key: string;
  value: unknown;
}

/** A picture shared into the app from another one, until it was sent or put away. */
export interface SharedRow extends SharedTime {
  id: number;
  /** Whose it is; null, or missing in a row of an earlier version, for the next member who looks. */
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

/** Another IndexedDB than the browser's: the memory stand-in of `holder.ts`, and tests. */
export interface StorageOptions {
  indexedDB?: IDBFactory;
  IDBKeyRange?: typeof IDBKeyRange;
}

export function memberDbName(memberId: string): string {
  return `w_${memberId}`;
}

/** The ids of all members who have a database on this device's disk. */
export async function membersHere(): Promise<string[]> {
  const prefix = memberDbName('');
  const names = await Dexie.getDatabaseNames();
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}
