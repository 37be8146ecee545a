/** What is said on a customer's line, and who they are on it. */
import { isGuest, type Caller } from '../../session/member';
import type { ChatMessage } from '../../api/conversation';

export interface JoinedFrame {
  type: 'joined';
  room: string;
  lastSeq: number;
  readSeq: number;
  supportReadSeq: number;
  /** Where a sync would bring a member. */
  cursor?: string;
}

export type Frame =
  | JoinedFrame
  | { type: 'messaging'; message: ChatMessage }
  | { type: 'read'; by: 'customer' | 'support'; seq: number }
  | { type: 'typing'; by: 'customer' | 'support'; on: boolean }
  | { type: 'changed' }
  /** Messages were added that were never sent to this room: a guest's, who signed in elsewhere. */
  | { type: 'resume' }
  | { type: 'pong' }
  | { type: 'left'; message: string };

export interface TypingFrame {
  type: 'typing';
  on: boolean;
}

export function joinFrame(caller: Caller): object {
  if (isGuest(caller)) return { type: 'join', guestId: caller.guestId };
  return { type: 'join', token: caller.token };
}
