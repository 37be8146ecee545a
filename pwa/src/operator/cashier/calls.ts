/** A cashier's calls. Each throws ApiError; a session that has ended leads to the login. */
import { call } from '@/data/api/client';
import { asOperator } from '../calls';
import type { Acted, Move } from './acts';
import { waitingOf, type Bank, type FoundMember, type LogEntry, type Waiting } from './wire';

export interface ItemsPage {
  items: Waiting[];
  /** The cursor of the next page; undefined after the last one. */
  next?: string | undefined;
}

/** A page of what waits, longest wait first: of a kind, or of every kind but proposals. */
export async function askItems(query: { kind?: string; cursor?: string }): Promise<ItemsPage> {
  const { items, next } = await asOperator((auth) => call('GET', '/api/operator/items', { auth, query }));
  return { items: items.map(waitingOf), next };
}

/** The item held against a member: the server's comparisons, and what may be done for them. */
export async function compareItem({ kind, id }: Waiting, member: string): Promise<Waiting> {
  return waitingOf(
    await asOperator((auth) =>
      call('GET', '/api/operator/items/{kind}/{id}', { auth, path: { kind, id }, query: { member } }),
    ),
  );
}

/** At most 20: by phone, _id, account number, part of the account's name, or a line's reference. */
export async function findMembers(query: string, signal: AbortSignal): Promise<FoundMember[]> {
  const { members } = await asOperator((auth) =>
    call('GET', '/api/operator/members', { auth, query: { query }, signal }),
  );
  return members;
}

/** A member's data; that this operator looks at them is written down. */
export async function openMember(id: string): Promise<Waiting> {
  return waitingOf(
    await asOperator((auth) => call('POST', '/api/operator/members/{id}/open', { auth, path: { id } })),
  );
}

export const LOG_PAGE = 20;

export function askLog(page: number): Promise<{ total: number; entries: LogEntry[] }> {
  const query = { page, limit: LOG_PAGE };
  return asOperator((auth) => call('GET', '/api/operator/audit', { auth, query }));
}

export async function askBanks(): Promise<Bank[]> {
  const { banks } = await call('GET', '/api/lookup/banks', { auth: false });
  return banks;
}

/** The key makes it safe to repeat. */
export function act({ path, body }: Move, key: string): Promise<Acted> {
  return asOperator((auth) =>
    call('POST', '/api/operator/items/{kind}/{id}/{act}', { auth, key, path, body }),
  );
}
