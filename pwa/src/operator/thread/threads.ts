/** The conversations opened on this screen, and the loading of their messages. */
import { isApiError } from '@/data/api/errors';
import type { ChatMessage } from '@/data/api/conversation';
import { Store } from '@/data/kit/store';
import { fetchMessages } from '../calls';
import { removeConversation } from '../inbox/inbox';
import { continueConversation } from './continue-conversation';
import {
  addOlder,
  withFirstPage,
  emptyThread,
  hasGap,
  hasOlder,
  moveReadMark,
  withMessages,
  type Thread,
} from './thread';

export const PAGE_SIZE = 30;
const RESUME_SIZE = 100;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;

export interface ThreadEntry {
  thread: Thread;
  /** `gone` marks a guest's conversation that continues as a member's. */
  state: 'loading' | 'ready' | 'failed' | 'gone';
}

const newEntry: ThreadEntry = { thread: emptyThread, state: 'loading' };

export const rooms = new Store<ReadonlyMap<string, ThreadEntry>>(new Map());

const runs = new Map<string, { again: boolean }>();
const older = new Set<string>();

export function roomOf(id: string): ThreadEntry {
  return rooms.get().get(id) ?? newEntry;
}

export function changeThread(id: string, by: (thread: Thread) => Thread): void {
  changeRoom(id, (room) => ({ ...room, thread: by(room.thread) }));
}

/** Loads all messages after the known range, or the newest page if none is known. Never rejects. */
export async function catchUp(id: string): Promise<void> {
  const running = runs.get(id);
  if (running) {
    running.again = true;
    return;
  }
  const run = { again: true };
  runs.set(id, run);
  if (!rooms.get().has(id)) rooms.change((all) => new Map(all).set(id, newEntry));
  for (let failures = 0; run.again;) {
    run.again = false;
    try {
      await loadMissing(id);
      failures = 0;
    } catch (error) {
      if (!rooms.get().has(id) || storeFailure(id, error)) break;
      await pause(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures++));
      run.again = rooms.get().has(id);
    }
  }
  runs.delete(id);
}

/** Loads an older page. Never rejects, because scrolling tries again. */
export async function loadOlder(id: string): Promise<void> {
  const { known } = roomOf(id).thread;
  if (!known || older.has(id) || !hasOlder(roomOf(id).thread)) return;
  older.add(id);
  try {
    const page = await fetchMessages(id, { limit: PAGE_SIZE, beforeSeq: known.floor });
    changeThread(id, (thread) => addOlder(thread, page, known.floor));
  } catch (error) {
    storeFailure(id, error);
  } finally {
    older.delete(id);
  }
}

/** Loads a message again, because the addresses of its file expire after an hour. */
export async function renewMessage(id: string, seq: number): Promise<void> {
  const page = await fetchMessages(id, { limit: 1, beforeSeq: seq + 1 });
  changeThread(id, (thread) => withMessages(thread, page));
}

export function storeMessage(id: string, message: ChatMessage): void {
  if (!rooms.get().has(id)) return;
  changeThread(id, (thread) => withMessages(thread, [message]));
  checkForGap(id);
}

export function storeReadMark(id: string, by: 'customer' | 'support', seq: number): void {
  if (by === 'customer' && rooms.get().has(id)) changeThread(id, (thread) => moveReadMark(thread, seq));
}

/**
 * Loads missing messages. The inbox contains the number of a conversation's last message, which shows whether
 * a frame was lost.
 */
export function checkForGap(id: string, lastSeq = 0): void {
  if (rooms.get().has(id) && hasGap(roomOf(id).thread, lastSeq)) void catchUp(id);
}

/** Removes all conversations and unsent replies: the next operator on this screen must not see them. */
export function clearRooms(): void {
  rooms.set(new Map());
}

async function loadMissing(id: string): Promise<void> {
  changeRoom(id, (room) => (room.state === 'ready' ? room : { ...room, state: 'loading' }));
  const { known } = roomOf(id).thread;
  if (!known) {
    const page = await fetchMessages(id, { limit: PAGE_SIZE });
    return changeRoom(id, (room) => ({
      thread: withFirstPage(room.thread, page, PAGE_SIZE),
      state: 'ready',
    }));
  }
  for (;;) {
    const afterSeq = roomOf(id).thread.known?.top ?? known.top;
    const page = await fetchMessages(id, { limit: RESUME_SIZE, afterSeq });
    changeRoom(id, (room) => ({ thread: withMessages(room.thread, page), state: 'ready' }));
    if (page.length < RESUME_SIZE) return;
  }
}

/** Stores the state after a failure. Returns true if a retry would not help. */
function storeFailure(id: string, error: unknown): boolean {
  const status = isApiError(error) ? error.status : 0;
  const isGone = status === 404;
  changeRoom(id, (room) => ({ ...room, state: isGone ? 'gone' : room.thread.known ? 'ready' : 'failed' }));
  if (isGone) removeConversation(id);
  if (isGone && isApiError(error) && typeof error.extra.movedTo === 'string')
    continueConversation(id, error.extra.movedTo);
  return isGone || status === 401 || status === 403;
}

/**
 * Changes a room. Does nothing if the room was cleared in the meantime, for example when a response is late.
 */
function changeRoom(id: string, by: (room: ThreadEntry) => ThreadEntry): void {
  rooms.change((all) => {
    const room = all.get(id);
    const next = room && by(room);
    return !next || next === room ? all : new Map(all).set(id, next);
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
