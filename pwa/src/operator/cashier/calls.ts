/** A cashier's calls. Each throws ApiError; a session that has ended leads to the login. */
import { call } from '@/data/api/client';
import type { components } from '@/data/api/schema.gen';
import { asOperator } from '../calls';
import {
  proposalOf,
  waitingOf,
  type Bank,
  type FoundMember,
  type LogEntry,
  type PayoutWait,
  type Proposal,
  type Waiting,
} from './wire';

type Schemas = components['schemas'];

const ROOT = '/api/operator';

/** Longest wait first, and whether all payouts wait. */
export async function askQueue(): Promise<{ items: Waiting[]; wait: PayoutWait | undefined }> {
  const { items, payoutsWait } = await read<Schemas['QueueBody1']>('/queue');
  return { items: items.map(waitingOf), wait: payoutsWait };
}

/** At most 20: by phone, _id, account number, or part of the account's name. */
export async function findMembers(query: string, signal: AbortSignal): Promise<FoundMember[]> {
  const { members } = await read<Schemas['FoundBody']>('/members', { query }, signal);
  return members;
}

export async function askProposals(): Promise<Proposal[]> {
  const { proposals } = await read<{ proposals: Schemas['Proposal'][] }>('/proposals');
  return proposals.map(proposalOf);
}

/** That this operator looks at a member whom they searched for. */
export function noteOpened(id: string): Promise<unknown> {
  return asOperator((auth) => call('POST', `${ROOT}/members/${id}/open`, { auth }));
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
