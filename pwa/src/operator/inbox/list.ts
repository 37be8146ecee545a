/** The inbox on this screen, and how pages and frames change it. Nothing here sends requests. */
import type { InboxPage, Summary } from '../types';

export type Filter = 'open' | 'mine' | 'closed';

export const PAGE_SIZE = 50;

export interface Inbox {
  rows: ReadonlyMap<string, Summary>;
  /** Counts of all open conversations, including those not loaded. */
  unread: number;
  waiting: number;
}

export const emptyInbox: Inbox = { rows: new Map(), unread: 0, waiting: 0 };

export function matchesFilter(row: Summary, filter: Filter, me: string): boolean {
  if (filter === 'closed') return row.status === 'CLOSED';
  return row.status === 'OPEN' && (filter === 'open' || row.assignee === me);
}

/**
 * Compares two conversations in the server's order: longest wait first, then the newest. Large numbers of
 * waiting guests come after all other customers who wait.
 */
export function compareByWait(a: Summary, b: Summary): number {
  const crowds = (a.crowd ?? 0) - (b.crowd ?? 0);
  if (crowds !== 0 && a.waitingSince && b.waitingSince) return crowds;
  if (a.waitingSince !== b.waitingSince) {
    if (!a.waitingSince || !b.waitingSince) return a.waitingSince ? -1 : 1;
    return Date.parse(a.waitingSince) - Date.parse(b.waitingSince);
  }
  return Date.parse(b.lastAt) - Date.parse(a.lastAt) || Number(a.id) - Number(b.id);
}

export function rowsOf(inbox: Inbox, filter: Filter, me: string): Summary[] {
  return [...inbox.rows.values()].filter((row) => matchesFilter(row, filter, me)).sort(compareByWait);
}

/**
 * Merges a page from the server. The first page is complete for its range. So a known conversation that
 * belongs there but is missing no longer exists, for example because its guest has logged in.
 */
export function putPage(inbox: Inbox, page: InboxPage, { filter, me, isFirst }: PageContext): Inbox {
  const rows = new Map(inbox.rows);
  const received = page.conversations;
  const last = received.at(-1);
  const isWhole = received.length < PAGE_SIZE;
  for (const row of isFirst ? inbox.rows.values() : []) {
    if (matchesFilter(row, filter, me) && (isWhole || !last || compareByWait(row, last) < 0))
      rows.delete(row.id);
  }
  for (const row of received) rows.set(row.id, row);
  return { rows, unread: page.unread, waiting: page.waiting };
}

export interface PageContext {
  filter: Filter;
  me: string;
  isFirst: boolean;
}

/** Merges one conversation's new summary. The counts change by the difference from the previous summary. */
export function putSummary(inbox: Inbox, row: Summary): Inbox {
  const before = inbox.rows.get(row.id);
  if (before && isOlder(row, before)) return inbox;
  const rows = new Map(inbox.rows).set(row.id, row);
  return {
    rows,
    unread: Math.max(0, inbox.unread + countOf(row, 'unread') - countOf(before, 'unread')),
    waiting: Math.max(0, inbox.waiting + countOf(row, 'waiting') - countOf(before, 'waiting')),
  };
}

export function dropRow(inbox: Inbox, id: string): Inbox {
  const before = inbox.rows.get(id);
  if (!before) return inbox;
  const rows = new Map(inbox.rows);
  rows.delete(id);
  const { unread, waiting } = inbox;
  return { rows, unread: unread - countOf(before, 'unread'), waiting: waiting - countOf(before, 'waiting') };
}

/**
 * Returns whether a summary is older than the known one. Each change arrives both by response and by frame,
 * and one may be late. The numbers of messages and read marks only increase.
 */
function isOlder(row: Summary, than: Summary): boolean {
  return (
    row.lastSeq < than.lastSeq || (row.lastSeq === than.lastSeq && row.customerReadSeq < than.customerReadSeq)
  );
}

function countOf(row: Summary | undefined, field: 'unread' | 'waiting'): number {
  if (row?.status !== 'OPEN') return 0;
  return (field === 'unread' ? row.unread > 0 : row.waitingSince !== undefined) ? 1 : 0;
}
