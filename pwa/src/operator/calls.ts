/** Every call of this console. Each throws ApiError; a session that has ended leads to the login. */
import { call, type CallOptions, type Method } from '@/data/api/client';
import { ApiError } from '@/data/api/errors';
import { upload } from '@/data/api/upload';
import { newId } from '@/data/digest';
import type { ChatMessage, Receipt, UploadedMedia } from '@/data/chat/types';
import { currentSession, endSession, isSignedOut } from './session';
import type { Canned, InboxPage, Summary, SupportMessage } from './types';

const CHAT = '/api/operator/chat';

export interface InboxQuestion {
  status: 'open' | 'closed';
  mine: boolean;
  /** The `lastAt` of the last one known, for what comes after it. */
  /** How many are shown already. */
  skip?: number;
}

export interface SpanQuestion {
  limit: number;
  beforeSeq?: number;
  afterSeq?: number;
}

export const askInbox = (query: InboxQuestion) =>
  ask<InboxPage>('GET', '/conversations', { query: { ...query } });

export const askSummary = (id: string) => ask<Summary>('GET', `/conversations/${id}`);

/** Newest first. */
export const askMessages = (id: string, query: SpanQuestion) =>
  ask<ChatMessage[]>('GET', `/conversations/${id}/messages`, { query: { ...query } });

export const reply = (id: string, clientId: string, message: SupportMessage) =>
  ask<Receipt>('POST', `/conversations/${id}/messages`, { body: { clientId, message } });

export const markRead = (id: string, seq: number) =>
  ask<Summary>('PUT', `/conversations/${id}/read`, { body: { seq } });

export const assign = (id: string, operator: string) =>
  ask<Summary>('PUT', `/conversations/${id}/assignee`, { body: { operator } });

export const setOpen = (id: string, open: boolean) =>
  ask<Summary>('POST', `/conversations/${id}/${open ? 'reopen' : 'close'}`);

export const askCanned = async () => (await ask<{ replies: Canned[] }>('GET', '/canned')).replies;

/** The key makes adding safe to repeat. */
export const saveCanned = ({ id, ...texts }: Omit<Canned, 'id'> & { id?: number }, key: string) =>
  id === undefined
    ? ask<Canned>('POST', '/canned', { body: texts, key })
    : ask<Canned>('PUT', `/canned/${id}`, { body: texts });

export const dropCanned = (id: number) => ask<object>('DELETE', `/canned/${id}`);

/** What is shown again before changing how one signs in. */
export interface SignInProof {
  password: string;
  code: string;
}

/** A code app that is moved to. */
export interface CodeApp {
  secret: string;
  url: string;
}

export const changePassword = (proof: SignInProof, newPassword: string) =>
  asOperator((auth) =>
    call('POST', '/api/operator/password', { auth, body: { ...proof, newPassword }, key: newId() }),
  );

export const offerCodeApp = (proof: SignInProof) =>
  asOperator((auth) => call<CodeApp>('POST', '/api/operator/totp', { auth, body: proof }));

export const takeCodeApp = (code: string) =>
  asOperator((auth) => call('POST', '/api/operator/totp/confirm', { auth, body: { code }, key: newId() }));

export interface UploadOptions {
  clientId: string;
  signal?: AbortSignal;
  onProgress?: (share: number) => void;
}

/** The same clientId again answers the same file. */
export function uploadMedia(
  conversation: string,
  file: File,
  { clientId, ...options }: UploadOptions,
): Promise<UploadedMedia> {
  const form = new FormData();
  // The server reads a stream: the fields have to come before the file.
  form.append('clientId', clientId);
  form.append('conversationId', conversation);
  form.append('file', file, file.name);
  return asOperator((auth) => upload<UploadedMedia>(`${CHAT}/media`, form, { auth, ...options }));
}

function ask<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  return asOperator((auth) => call<T>(method, CHAT + path, { ...options, auth }));
}

/** With the token of whoever is signed in, and back to the login where it opens nothing any more. */
export async function asOperator<T>(work: (token: string) => Promise<T>): Promise<T> {
  const token = currentSession()?.token;
  if (!token) throw new ApiError('UNAUTHORIZED', 401);
  try {
    return await work(token);
  } catch (error) {
    if (isSignedOut(error)) endSession(token);
    throw error;
  }
}
