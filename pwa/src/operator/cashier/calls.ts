/** The calls of a cashier. Each rejects with ApiError; the end of the session opens the login. */
import { call } from '@/data/api/client';
import { asOperator } from '../calls';
import type { ActionResponse, ActionRequest } from './actions';
import { parseItem, type Bank, type FoundMember, type LogEntry, type CashierItem } from './wire';

export interface ItemsPage {
  items: CashierItem[];
  /** The cursor of the next page; undefined after the last one. */
  next?: string | undefined;
}

/**
 * Returns a page of waiting items, longest wait first. It has items of one kind, or of every kind except
 * proposals.
 */
export async function fetchItems(query: { kind?: string; cursor?: string }): Promise<ItemsPage> {
  const { items, next } = await asOperator((auth) => call('GET', '/api/operator/items', { auth, query }));
  return { items: items.map(parseItem), next };
}

/** Returns the item compared with a member: the server's verdicts, and the available actions. */
export async function compareItem({ kind, id }: CashierItem, member: string): Promise<CashierItem> {
  return parseItem(
    await asOperator((auth) =>
      call('GET', '/api/operator/items/{kind}/{id}', { auth, path: { kind, id }, query: { member } }),
    ),
  );
}

/**
 * Returns at most 20 members. They are found by phone, _id, account number, a part of the account's name, or
 * a statement line's reference.
 */
export async function findMembers(query: string, signal: AbortSignal): Promise<FoundMember[]> {
  const { members } = await asOperator((auth) =>
    call('GET', '/api/operator/members', { auth, query: { query }, signal }),
  );
  return members;
}

/** Returns a member's data. The server logs that this operator opened them. */
export async function openMember(id: string): Promise<CashierItem> {
  return parseItem(
    await asOperator((auth) => call('POST', '/api/operator/members/{id}/open', { auth, path: { id } })),
  );
}

const LOG_PAGE = 20;

/** Returns a page of the log: the entries before the id `before`, or the newest. */
export function fetchLog(before = 0): Promise<{ entries: LogEntry[]; hasOlder: boolean }> {
  const query = { before, limit: LOG_PAGE };
  return asOperator((auth) => call('GET', '/api/operator/audit', { auth, query }));
}

export async function fetchBanks(): Promise<Bank[]> {
  const { banks } = await call('GET', '/api/lookup/banks', { auth: false });
  return banks;
}

/** Performs an action. `key` makes the request safe to repeat. */
export function performAction({ path, body }: ActionRequest, key: string): Promise<ActionResponse> {
  return asOperator((auth) =>
    call('POST', '/api/operator/items/{kind}/{id}/{act}', { auth, key, path, body }),
  );
}
