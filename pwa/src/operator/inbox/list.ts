/** The inbox as this screen knows it, and how pages and frames change it. Nothing here asks or waits. */
import type { InboxPage, Summary } from '../types';

export type Filter = 'open' | 'mine' | 'closed';

export const PAGE_SIZE = 50;

export interface Inbox {
  rows: ReadonlyMap<string, Summary>;
  /** Of all open conversations, also those that are not on this screen. */
  unread: number;
  waiting: number;
}

export const emptyInbox: Inbox = { rows: new Map(), unread: 0, waiting: 0 };

export function belongs(row: Summary, filter: Filter, me: string): boolean {
  if (filter === 'closed') return row.status === 'CLOSED';
  return row.status === 'OPEN' && (filter === 'open' || row.assignee === me);
}

/** Who waits longest first, then the newest, and crowds of guests behind all who wait: as the server orders them. */
export function byWait(a: Summary, b: Summary): number {
  const crowds = (a.crowd ?? 0) - (b.crowd ?? 0);
  if (crowds !== 0 && a.waitingSince && b.waitingSince) return crowds;
  if (a.waitingSince !== b.waitingSince) {
    if (!a.waitingSince || !b.waitingSince) return a.waitingSince ? -1 : 1;
    return Date.parse(a.waitingSince) - Date.parse(b.waitingSince);
  }
  return Date.parse(b.lastAt) - Date.parse(a.lastAt) || Number(a.id) - Number(b.id);
}

export function rowsOf(inbox: Inbox, filter: Filter, me: string): Summary[] {
  return [...inbox.rows.values()].filter((row) => belongs(row, filter, me)).sort(byWait);
}

/**
 * A list as the server told it. Its first page is the truth for its stretch: whoever should stand
 * there and does not is gone, as a guest is who has signed in.
 */
export function putPage(inbox: Inbox, page: InboxPage, { filter, me, isFirst }: PageOf): Inbox {
  const rows = new Map(inbox.rows);
  const told = page.conversations;
  const last = told.at(-1);
  const isWhole = told.length < PAGE_SIZE;
  for (const row of isFirst ? inbox.rows.values() : []) {
    if (belongs(row, filter, me) && (isWhole || !last || byWait(row, last) < 0)) rows.delete(row.id);
  }
  for (const row of told) rows.set(row.id, row);
  return { rows, unread: page.unread, waiting: page.waiting };
}

export interface PageOf {
  filter: Filter;
  me: string;
  isFirst: boolean;
}

/** One conversation's news. The counts follow by what it said before. */
export function putSummary(inbox: Inbox, row: Summary): Inbox {
  const before = inbox.rows.get(row.id);
  if (before && isOlder(row, before)) return inbox;
  const rows = new Map(inbox.rows).set(row.id, row);
  return {
    rows,
    unread: Math.max(0, inbox.unread + counts(row, 'unread') - counts(before, 'unread')),
    waiting: Math.max(0, inbox.waiting + counts(row, 'waiting') - counts(before, 'waiting')),
  };
}

export function dropRow(inbox: Inbox, id: string): Inbox {
  const before = inbox.rows.get(id);
  if (!before) return inbox;
  const rows = new Map(inbox.rows);
  rows.delete(id);
  const { unread, waiting } = inbox;
  return { rows, unread: unread - counts(before, 'unread'), waiting: waiting - counts(before, 'waiting') };
}

/** Two ways bring the same news, and one may be late. Messages and marks only ever go forward. */
function isOlder(row: Summary, than: Summary): boolean {
  return (
    row.lastSeq < than.lastSeq || (row.lastSeq === than.lastSeq && row.customerReadSeq < than.customerReadSeq)
  );
}

function counts(row: Summary | undefined, what: 'unread' | 'waiting'): number {
  if (row?.status !== 'OPEN') return 0;
  return (what === 'unread' ? row.unread > 0 : row.waitingSince !== undefined) ? 1 : 0;
}
