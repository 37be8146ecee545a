/**
 * The live connection of the logged-in operator: one socket. Its frames are stored, and data that was missed
 * is loaded.
 */
import { bindTyping, setTyping } from '@/data/domains/chat/typing';
import { Store } from '@/data/kit/store';
import { useStore } from '@/data/kit/use-store';
import { onWakeEvent } from '@/data/kit/wake-events';
import { LiveSocket } from '@/data/engine/socket/live-socket';
import { clearCanned, refreshCanned } from '../canned/canned';
import { clearDrafts } from '../conversation/drafts';
import { clearInbox, storeSummary, removeConversation, noteTyping, refreshInbox } from '../inbox/inbox';
import { readOpenId, watchOpen } from '../router';
import { currentSession, expireOperatorSession, mayReply, sessionStore } from '../session';
import { continueConversation } from '../thread/continue-conversation';
import { hasUnsent, sender, sendLeftovers } from '../thread/outbox';
import { catchUp, clearRooms, storeMessage, storeReadMark, checkForGap } from '../thread/threads';
import type { Frame, TypingFrame } from './frames';

/** A customer counts as typing for at most this many ms, because a "stopped typing" frame may get lost. */
const TYPING_MS = 30_000;

const isOpen = new Store<boolean>(false);

/** Returns whether the socket is connected. */
export function useConnected(): boolean {
  return useStore(isOpen);
}

let socket: LiveSocket<Frame, TypingFrame> | null = null;
let lastUsername = '';
let typingConversation: string | null = null;
const typing = new Map<string, ReturnType<typeof setTimeout>>();

/** Follows logins and logouts until the page closes. */
export function startChats(): void {
  // A dead connection is not reported by the browser. So it is checked on these events, and its state is
  // known within seconds.
  onWakeEvent(['online', 'offline', 'pageshow', 'focus', 'visible'], () => socket?.wake());
  addEventListener('beforeunload', (event) => hasUnsent() && event.preventDefault());
  watchOpen(followOpen);
  sessionStore.watch(followSession);
  followSession();
}

function followSession(): void {
  socket?.close();
  socket = null;
  isOpen.set(false);
  const { session, expired } = sessionStore.get();
  if (!session) {
    // After an expired session the operator returns and finds the drafts and unsent replies. After a logout
    // they are removed.
    if (!expired) clearChats();
    return;
  }
  if (session.username !== lastUsername) clearChats();
  lastUsername = session.username;
  if (!mayReply(session)) return;
  bindTyping(sendTyping);
  socket = new LiveSocket(
    { type: 'join', operatorToken: session.token },
    { received: handleFrame, connected: handleConnection },
  );
  void refreshInbox();
  void refreshCanned();
  followOpen();
  sendLeftovers();
}

/**
 * Notifies the customer that the operator types or has stopped. The end is sent to the conversation in which
 * typing began, even if another one is open by then.
 */
function sendTyping(on: boolean): void {
  if (on) typingConversation = readOpenId();
  if (typingConversation) socket?.send({ type: 'typing', conversation: typingConversation, on });
}

function clearChats(): void {
  clearInbox();
  clearRooms();
  clearCanned();
  clearDrafts();
}

function followOpen(): void {
  setTyping(false);
  const id = readOpenId();
  const session = currentSession();
  if (id && session && mayReply(session)) void catchUp(id);
}

/** Called with each change of the connection. On each connect it requests the missed data. */
function handleConnection(open: boolean): void {
  isOpen.set(open);
  if (!open) {
    for (const id of typing.keys()) storeTyping(id, false);
    return;
  }
  sender.hasten();
  void refreshInbox();
  const id = readOpenId();
  if (id) void catchUp(id);
}

function handleFrame(frame: Frame): void {
  switch (frame.type) {
    case 'inbox':
      storeSummary(frame.conversation);
      storeReadMark(frame.conversation.id, 'customer', frame.conversation.customerReadSeq);
      checkForGap(frame.conversation.id, frame.conversation.lastSeq);
      return;
    case 'gone':
      removeConversation(frame.conversation);
      if (frame.to) continueConversation(frame.conversation, frame.to);
      return;
    case 'messaging':
      if (frame.message.sender === 'customer') storeTyping(frame.conversation, false);
      storeMessage(frame.conversation, frame.message);
      return;
    case 'read':
      storeReadMark(frame.conversation, frame.by, frame.seq);
      return;
    case 'typing':
      if (frame.by === 'customer') storeTyping(frame.conversation, frame.on);
      return;
    case 'left': {
      const session = currentSession();
      if (session) expireOperatorSession(session.token);
      return;
    }
    default:
  }
}

function storeTyping(id: string, on: boolean): void {
  clearTimeout(typing.get(id));
  typing.delete(id);
  if (on)
    typing.set(
      id,
      setTimeout(() => storeTyping(id, false), TYPING_MS),
    );
  noteTyping(id, on);
}
