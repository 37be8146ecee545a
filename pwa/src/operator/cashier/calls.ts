/** A cashier's calls. Each throws ApiError; a session that has ended leads to the login. */
import { call } from '@/data/api/client';
import type { components } from '@/data/api/schema.gen';
import { asOperator } from '../calls';
import { waitingOf, type Bank, type FoundMember, type LogEntry, type Waiting } from './wire';

type Schemas = components['schemas'];

const ROOT = '/api/operator';

/** Longest wait first; `more` where not all of it is told. */
export async function askItems(): Promise<{ items: Waiting[]; more: boolean }> {
  const { items, more } = await read<{ items: Schemas['Item'][]; more: boolean }>('/items');
  return { items: items.map(waitingOf), more };
}

/** The item held against a member: the server's comparisons, and what may be done for them. */
export async function compareItem({ kind, id }: Waiting, member: string): Promise<Waiting> {
  return waitingOf(await read<Schemas['Item']>(`/items/${kind}/${id}`, { member }));
}

/** At most 20: by phone, _id, account number, or part of the account's name. */
export async function findMembers(query: string, signal: AbortSignal): Promise<FoundMember[]> {
  const { members } = await read<Schemas['FoundBody']>('/members', { query }, signal);
  return members;
}

/** A member's data; that this operator looks at them is written down. */
export async function openMember(id: string): Promise<Waiting> {
  return waitingOf(
    await asOperator((auth) => call<Schemas['Item']>('POST', `${ROOT}/members/${id}/open`, { auth })),
  );
}

export const LOG_PAGE = 20;

export function askLog(page: number): Promise<{ total: number; entries: LogEntry[] }> {
  return read('/audit', { page, limit: LOG_PAGE });
}

export async function askBanks(): Promise<Bank[]> {
  const { banks } = await call<{ banks: Bank[] }>('GET', '/api/lookup/banks', { auth: false });
  return banks;
}

/** The key makes it safe to repeat. */
export function act(path: string, body: object | undefined, key: string): Promise<unknown> {
  return asOperator((auth) => call('POST', ROOT + path, { auth, key, ...(body && { body }) }));
}

function read<T>(path: string, query?: Record<string, string | number>, signal?: AbortSignal): Promise<T> {
  return asOperator((auth) =>
    call<T>('GET', ROOT + path, { auth, ...(query && { query }), ...(signal && { signal }) }),
  );
}
