/** A cashier's calls. Each throws ApiError; a session that has ended leads to the login. */
import { call, requestAt } from '@/data/api/client';
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

/** Longest wait first, and whether all payouts wait. */
export async function askQueue(): Promise<{ items: Waiting[]; wait: PayoutWait | undefined }> {
  const { items, payoutsWait } = await asOperator((auth) => call('GET', '/api/operator/queue', { auth }));
  return { items: items.map(waitingOf), wait: payoutsWait };
}

/** At most 20: by phone, _id, account number, or part of the account's name. */
export async function findMembers(query: string, signal: AbortSignal): Promise<FoundMember[]> {
  const { members } = await asOperator((auth) =>
    call('GET', '/api/operator/members', { auth, query: { query }, signal }),
  );
  return members;
}

export async function askProposals(): Promise<Proposal[]> {
  const { proposals } = await asOperator((auth) => call('GET', '/api/operator/proposals', { auth }));
  return proposals.map(proposalOf);
}

/** That this operator looks at a member whom they searched for. */
export function noteOpened(id: string): Promise<unknown> {
  return asOperator((auth) => call('POST', '/api/operator/members/{id}/open', { auth, path: { id } }));
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
export function act(path: string, body: object | undefined, key: string): Promise<unknown> {
  return asOperator(
    async (auth) => (await requestAt('POST', `/api/operator${path}`, { auth, key, body })).body,
  );
}
