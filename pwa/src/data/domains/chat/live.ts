/**
 * Keeps the conversation up to date while a page is open. It opens the socket of the member or guest, stores
 * its frames in the device's database, and fetches missed messages.
 */
import { handleError } from '../../api/client';
import { ApiError } from '../../api/errors';
import { onBroadcast } from '../../device/channel';
import { hasNotifications } from '../../engine/sync/triggers';
import { onWakeEvent } from '../../kit/wake-events';
import { LiveSocket } from '../../engine/socket/live-socket';
import { isGuest, type Caller } from '../../session/member';
import { drain } from '../../engine/outbox';
import { getSession, watchSession } from '../../session/token';
import { waitForSync, syncNow, syncUnlessCurrent } from '../../engine/sync/sync';
import { watchGuest } from '../../session/guest';
import { storeReadMarks } from './history';
import { joinGuest } from './join';
import { sendReadMark } from './marks';
import { claimMedia } from './media';
import { chatOwner, type ChatOwner } from './owner';
import { retireGuest } from './renew';
import { cancelChatRetry, resumeChat, resumeChatOnWakeEvent } from './resume';
import { storeReadSeqs, putMessages, roomOf } from './room';
import { noteConnected, noteSupportTyping } from './status';
import { bindTyping } from './typing';
import type { ChatMessage } from '../../api/conversation';

/** "Changed" frames arrive in groups. One sync after this many ms covers the group. */
const SYNC_PAUSE_MS = 300;

let users = 0;
let stop: (() => void) | undefined;

/**
 * startLive keeps the conversation live from the first call on. Returns a function that ends this use; the
 * end of the last use stops the updates.
 */
export function startLive(): () => void {
  if (users++ === 0) stop = startUpdates();
  let isInUse = true;
  return () => {
    if (!isInUse) return;
    isInUse = false;
    if (--users === 0) stop?.();
  };
}

let owner: ChatOwner | null = null;
let socket: LiveSocket<Frame, TypingFrame> | null = null;
let latestTurn = 0;
let syncing: ReturnType<typeof setTimeout> | undefined;

function startUpdates(): () => void {
  const refresh = (request: () => Promise<void>) => {
    socket?.wake();
    void request();
  };
  const stops = [
    onWakeEvent(['online', 'pageshow', 'visible'], () => refresh(resumeChatOnWakeEvent)),
    // An installed app on iOS gets the focus back without ever having been hidden.
    onWakeEvent(['focus'], () => socket?.wake()),
    watchSession(followOwnerSafely),
    watchGuest(followOwnerSafely),
    // A push means that something is new, also if the socket is dead.
    onBroadcast((message) => message.type === 'news' && refresh(resumeChat)),
  ];
  bindTyping((on) => socket?.send({ type: 'typing', on }));
  followOwnerSafely();
  return () => {
    for (const stop of stops) stop();
    latestTurn++;
    closeSocket();
  };
}

function followOwnerSafely(): void {
  void followOwner().catch(() => {});
}

/** Opens the socket for the current member or guest, and closes any other socket. */
async function followOwner(): Promise<void> {
  const turn = ++latestTurn;
  const next = await chatOwner();
  if (turn !== latestTurn || isSame(owner, next)) return;
  closeSocket();
  owner = next;
  if (!next) return;
  void claimMedia(next.room);
  if (!isGuest(next.caller)) void joinGuest();
  socket = new LiveSocket(joinFrame(next.caller), {
    // A frame is sent only once. If the device cannot store it, the messages are fetched.
    received: (frame) => void handleFrame(next, frame).catch(() => resumeChat()),
    connected: (open) => {
      noteConnected(open);
      hasNotifications.set(open && !isGuest(next.caller));
    },
  });
  void resumeChat();
}

function closeSocket(): void {
  socket?.close();
  socket = null;
  owner = null;
  cancelChatRetry();
  noteConnected(false);
  hasNotifications.set(false);
}

function isSame(one: ChatOwner | null, other: ChatOwner | null): boolean {
  return JSON.stringify(one?.caller) === JSON.stringify(other?.caller);
}

async function handleFrame(from: ChatOwner, frame: Frame): Promise<void> {
  const { room, withDb } = from;
  switch (frame.type) {
    case 'joined':
      await withDb((db) => storeReadMarks(db, room, frame));
      await catchUpWith(from, frame);
      void sendReadMark().catch(() => {});
      void drain();
      return;
    case 'messaging':
      if (frame.message.sender === 'support') noteSupportTyping(false);
      if (!(await withDb((db) => putMessages(db, room, [frame.message])))) void resumeChat();
      return;
    case 'read': {
      const { by, seq } = frame;
      const marks = by === 'support' ? { supportReadSeq: seq } : { readSeq: seq, readTold: seq };
      return withDb((db) => storeReadSeqs(db, room, marks));
    }
    case 'typing':
      if (frame.by === 'support') noteSupportTyping(frame.on);
      return;
    case 'resume':
      return resumeChat();
    case 'changed':
      clearTimeout(syncing);
      syncing = setTimeout(() => void (getSession() && syncNow()), SYNC_PAUSE_MS);
      return;
    case 'left':
      return handleRefusal(from, frame.message);
    default:
  }
}

/** Fetches the changes from before the socket opened, unless a running sync returns them. */
async function catchUpWith(
  { caller, room, withDb }: ChatOwner,
  { lastSeq, cursor }: JoinedFrame,
): Promise<void> {
  await waitForSync();
  const { known } = await withDb((db) => roomOf(db, room));
  // If the server is ahead, messages were missed. If it is behind, it was restored from a backup.
  if (known?.top !== lastSeq) return resumeChat();
  if (!isGuest(caller) && document.visibilityState === 'visible') await syncUnlessCurrent(caller, cursor);
}

/** Handles a socket that the server closed because it no longer accepts our token or guest id. */
async function handleRefusal({ caller }: ChatOwner, code: string): Promise<void> {
  if (isGuest(caller)) {
    if (code === 'INVALID_USER_2') await retireGuest(caller.guestId);
  } else if (code === 'invalid-token') {
    handleError(new ApiError(code, 401), caller.token);
  }
}

interface JoinedFrame {
  type: 'joined';
  room: string;
  lastSeq: number;
  readSeq: number;
  supportReadSeq: number;
  /** The sync cursor that a member would reach now. */
  cursor?: string;
}

/** The frames on a customer's socket. */
export type Frame =
  | JoinedFrame
  | { type: 'messaging'; message: ChatMessage }
  | { type: 'read'; by: 'customer' | 'support'; seq: number }
  | { type: 'typing'; by: 'customer' | 'support'; on: boolean }
  | { type: 'changed' }
  /**
   * The server added messages that it never sent to this room: messages of a guest who logged in elsewhere.
   */
  | { type: 'resume' }
  | { type: 'pong' }
  | { type: 'left'; message: string };

export interface TypingFrame {
  type: 'typing';
  on: boolean;
}

/** joinFrame returns the first frame, with the caller's credentials. */
export function joinFrame(caller: Caller): object {
  if (isGuest(caller)) return { type: 'join', guestId: caller.guestId };
  return { type: 'join', token: caller.token };
}
