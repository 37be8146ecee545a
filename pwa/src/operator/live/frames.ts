/** The frames of the operators' socket. */
import type { ChatMessage } from '@/data/api/conversation';
import type { Summary } from '../types';

export type Frame =
  | { type: 'joined' }
  | { type: 'inbox'; conversation: Summary }
  /**
   * A guest's conversation ended, because the guest logged in. It continues as the member's conversation
   * `to`.
   */
  | { type: 'gone'; conversation: string; to?: string }
  | { type: 'messaging'; conversation: string; message: ChatMessage }
  | { type: 'read'; conversation: string; by: 'customer' | 'support'; seq: number }
  | { type: 'typing'; conversation: string; by: 'customer' | 'support'; on: boolean }
  | { type: 'pong' }
  | { type: 'left'; message: string };

export interface TypingFrame {
  type: 'typing';
  conversation: string;
  on: boolean;
}
