/**
 * All calls of the console outside the cashier's. Each rejects with ApiError; the end of the session leads to
 * the login.
 */
import { call } from '@/data/api/client';
import { ApiError } from '@/data/api/errors';
import { upload } from '@/data/api/upload';
import { messagesOf, type Receipt, type UploadedMedia } from '@/data/api/conversation';
import { newId } from '@/data/kit/digest';
import { currentSession, expireOperatorSession, isSessionExpired } from './session';
import type { CannedReply, InboxPage, Summary, SupportMessage } from './types';

export interface InboxQuery {
  status: 'open' | 'closed';
  mine: boolean;
  /** The number of conversations that are already shown. */
  skip?: number;
}

export interface MessagesQuery {
  limit: number;
  beforeSeq?: number;
  afterSeq?: number;
}

export const fetchInbox = (query: InboxQuery): Promise<InboxPage> =>
  asOperator((auth) => call('GET', '/api/operator/chat/conversations', { auth, query }));

export const fetchSummary = (id: string): Promise<Summary> =>
  asOperator((auth) =>
    call('GET', '/api/operator/chat/conversations/{id}', { auth, path: conversationPath(id) }),
  );

/** Returns messages, newest first. */
export const fetchMessages = async (id: string, query: MessagesQuery) =>
  messagesOf(
    await asOperator((auth) =>
      call('GET', '/api/operator/chat/conversations/{id}/messages', {
        auth,
        path: conversationPath(id),
        query,
      }),
    ),
  );

export const reply = (id: string, clientId: string, message: SupportMessage): Promise<Receipt> =>
  asOperator((auth) =>
    call('POST', '/api/operator/chat/conversations/{id}/messages', {
      auth,
      path: conversationPath(id),
      body: { clientId, message },
    }),
  );

export const markRead = (id: string, seq: number): Promise<Summary> =>
  asOperator((auth) =>
    call('PUT', '/api/operator/chat/conversations/{id}/read', {
      auth,
      path: conversationPath(id),
      body: { seq },
    }),
  );

export const assignConversation = (id: string, operator: string): Promise<Summary> =>
  asOperator((auth) =>
    call('PUT', '/api/operator/chat/conversations/{id}/assignee', {
      auth,
      path: conversationPath(id),
      body: { operator },
    }),
  );

export const setConversationOpen = (id: string, open: boolean): Promise<Summary> =>
  asOperator((auth) =>
    open
      ? call('POST', '/api/operator/chat/conversations/{id}/reopen', { auth, path: conversationPath(id) })
      : call('POST', '/api/operator/chat/conversations/{id}/close', { auth, path: conversationPath(id) }),
  );

export const fetchCanned = async (): Promise<CannedReply[]> => {
  const { replies } = await asOperator((auth) => call('GET', '/api/operator/chat/canned', { auth }));
  return replies;
};

/** Stores a canned reply. `key` makes it safe to repeat a request that adds one. */
export const saveCanned = (
  { id, ...texts }: Omit<CannedReply, 'id'> & { id?: number },
  key: string,
): Promise<CannedReply> =>
  asOperator((auth) =>
    id === undefined
      ? call('POST', '/api/operator/chat/canned', { auth, body: texts, key })
      : call('PUT', '/api/operator/chat/canned/{id}', { auth, path: { id }, body: texts }),
  );

export const deleteCanned = (id: number) =>
  asOperator((auth) => call('DELETE', '/api/operator/chat/canned/{id}', { auth, path: { id } }));

/** Proves the operator's identity again before a change of password or code app. */
export interface SignInProof {
  password: string;
  code: string;
}

/** The data of a new code app. */
export interface CodeApp {
  secret: string;
  url: string;
}

export const changePassword = (proof: SignInProof, newPassword: string) =>
  asOperator((auth) =>
    call('POST', '/api/operator/password', { auth, body: { ...proof, newPassword }, key: newId() }),
  );

export const requestCodeApp = (proof: SignInProof): Promise<CodeApp> =>
  asOperator((auth) => call('POST', '/api/operator/totp', { auth, body: proof }));

export const confirmCodeApp = (code: string) =>
  asOperator((auth) => call('POST', '/api/operator/totp/confirm', { auth, body: { code }, key: newId() }));

export interface UploadOptions {
  clientId: string;
  signal?: AbortSignal;
  onProgress?: (share: number) => void;
}

/** Uploads a file. A repeat with the same clientId returns the same file. */
export function uploadMedia(
  conversation: string,
  file: File,
  { clientId, ...options }: UploadOptions,
): Promise<UploadedMedia> {
  const fields = { clientId, conversationId: conversation, file };
  return asOperator((auth) =>
    upload('/api/operator/chat/media', fields, { auth, fileName: file.name, ...options }),
  );
}

/** Returns the path parameter of a conversation. Its id is a number, which responses contain as text. */
function conversationPath(id: string): { id: number } {
  return { id: Number(id) };
}

/**
 * Runs a call with the operator's token. If the token is no longer valid, it ends the session, which leads to
 * the login.
 */
export async function asOperator<T>(work: (token: string) => Promise<T>): Promise<T> {
  const token = currentSession()?.token;
  if (!token) throw new ApiError('UNAUTHORIZED', 401);
  try {
    return await work(token);
  } catch (error) {
    if (isSessionExpired(error)) expireOperatorSession(token);
    throw error;
  }
}
