/**
 * The synced lists. A row comes by a sync, by a paged call before the first sync is through, or as
 * the answer to something that was just done; screens read the device's table, newest first. A new
 * list is one more entry here and its table in `db.ts`.
 */
import { call } from '../../api/client';
import type { SyncAnswer } from '../../api/types';
import { removeItem } from '../outbox/store';
import type {
  CouponRow,
  InviteRow,
  ListName,
  MemberDb,
  RefundRow,
  SlipRow,
  StatementRow,
} from '../../storage/db';
import type { ListRow } from './rows';

export interface PageQuestion {
  auth: string;
  body: { page: number; limit: number };
}

export interface List<Row extends ListRow> {
  pageSize: number;
  keyOf(row: Row): string;
  /** One page of the server's, newest first, pages from 1 on. Throws ApiError. */
  ask(question: PageQuestion): Promise<{ total: number; rows: Row[] }>;
  /** The rows that a sync brings; undefined from a server that does not know the list yet. */
  changed(answer: SyncAnswer): Row[] | undefined;
  /** What else is settled when the server tells of a row, in the same transaction. */
  arrived?(db: MemberDb, row: Row): Promise<void>;
  /** Rows may be the phone's own promise, before the server has them. */
  isPromised?: boolean;
}

const statement: List<StatementRow> = {
  pageSize: 10,
  keyOf: ({ _id }) => _id,
  async ask(question) {
    const { total, statements } = await call('POST', '/api/statement', question);
    return { total, rows: statements };
  },
  changed: ({ statements }) => statements,
};

const slips: List<SlipRow> = {
  pageSize: 10,
  keyOf: ({ clientId }) => clientId,
  async ask(question) {
    const { total, slips: rows } = await call('POST', '/api/statement/slip', question);
    return { total, rows };
  },
  changed: (answer) => answer.slips,
  /** A slip that the server has needs no sending any more, whether its answer came or not. */
  arrived: (db, { clientId }) => removeItem(db, clientId),
  isPromised: true,
};

/** Every coupon of the member's comes by the sync; there is no call for a page of them. */
const coupons: List<CouponRow> = {
  pageSize: 3,
  keyOf: ({ _id }) => _id,
  ask: () => Promise.resolve({ total: 0, rows: [] }),
  changed: (answer) => answer.coupons,
};

const invites: List<InviteRow> = {
  pageSize: 10,
  keyOf: ({ _id }) => _id,
  async ask(question) {
    const { total, invites: rows } = await call('POST', '/api/invite', question);
    return { total, rows };
  },
  changed: (answer) => answer.invites,
};

const refunds: List<RefundRow> = {
  pageSize: 10,
  keyOf: ({ _id }) => _id,
  async ask(question) {
    const { total, refunds: rows } = await call('POST', '/api/refund', question);
    return { total, rows };
  },
  changed: (answer) => answer.refunds,
};

export const lists = { statement, slips, coupons, invites, refunds } satisfies Record<ListName, unknown>;

/** The list by what all of them have in common. */
export function listOf(name: ListName): List<ListRow> {
  return lists[name];
}
