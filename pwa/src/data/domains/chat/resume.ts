/**
 * Fetches missing messages of the conversation, one run at a time. A member's messages are part of the sync,
 * so that one request is enough; the sync also retries. A guest has only this request.
 */
import { call } from '../../api/client';
import { ApiError, isGuestRetired, NOT_OURS } from '../../api/errors';
import { backoff } from '../../kit/retry';
import type { Guest } from '../../session/member';
import { isGuest } from '../../session/member';
import { getSession } from '../../session/token';
import {
  setExtraSyncProvider,
  syncNow,
  syncOnWakeEvent,
  type SyncChat,
  type ExtraSyncProvider,
} from '../../engine/sync/sync';
import { catchUpRoom, buildChatQuery } from './history';
import { chatOwner, ownerOf } from './owner';
import { retireGuest } from './renew';

const RETRIES = { firstMs: 2_000, longestMs: 30_000 };

/** How often a member's conversation was requested, and the number of the last request that was fulfilled. */
let requested = 0;
let fulfilled = 0;

let running: Promise<void> | null = null;
let mustRepeat = false;
let failures = 0;
let retry: ReturnType<typeof setTimeout> | undefined;

/** resumeChat fetches missing messages. Resolves when nothing more can be fetched now; never rejects. */
export function resumeChat(): Promise<void> {
  if (getSession()) return resumeMember();
  if (running) mustRepeat = true;
  else running = resumeGuest().finally(() => (running = null));
  return running;
}

/**
 * resumeChatOnWakeEvent is `resumeChat` after an event which shows that the network or the page is back. Such an
 * event does not mean that there are new messages. So a member's request that was just sent is enough.
 */
export async function resumeChatOnWakeEvent(): Promise<void> {
  const isRequested = fulfilled !== requested;
  if (getSession() && isRequested) await syncOnWakeEvent();
  else await resumeChat();
}

/** cancelChatRetry cancels the retry. */
export function cancelChatRetry(): void {
  clearTimeout(retry);
  failures = 0;
}

async function resumeMember(): Promise<void> {
  requested++;
  setExtraSyncProvider(provideChatQuery);
  await syncNow();
}

const provideChatQuery: ExtraSyncProvider = async (member) => {
  if (fulfilled === requested) return null;
  const request = requested;
  const { chatQuery, apply } = await buildChatQuery(ownerOf(member));
  return {
    chatQuery,
    apply: async (part) => {
      const more = await apply(part);
      if (!more) fulfilled = request;
      return more;
    },
  };
};

async function resumeGuest(): Promise<void> {
  clearTimeout(retry);
  let succeeded: boolean;
  do {
    mustRepeat = false;
    succeeded = await resumeGuestOnce().then(
      () => true,
      () => false,
    );
  } while (mustRepeat);
  failures = succeeded ? 0 : failures + 1;
  if (succeeded) return;
  retry = setTimeout(() => void resumeChat(), backoff(RETRIES, failures));
}

async function resumeGuestOnce(): Promise<void> {
  const owner = await chatOwner();
  if (!owner || !isGuest(owner.caller)) return;
  const { room, withDb, caller } = owner;
  const fetchChat = (chatQuery: string) => fetchAsGuest(caller, chatQuery);
  await catchUpRoom({ room, withDb, fetchChat }).catch((error: unknown) => {
    if (!isGuestRetired(error)) throw error;
    return retireGuest(caller.guestId);
  });
}

async function fetchAsGuest({ guestId }: Guest, chat: string): Promise<SyncChat> {
  const response = await call('POST', '/api/sync', { body: { guestId, chat } });
  if (!response.chat) throw new ApiError(NOT_OURS, 200);
  return response.chat;
}
