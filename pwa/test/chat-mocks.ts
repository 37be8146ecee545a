/** Mocks of the data layer for tests of the chat's screens. */
import { vi } from 'vitest';
import type { AnyMessage, Conversation, MediaAddress, MediaResult, ShownMessage } from '@/data/domains/chat';
import type { Push } from '@/data/domains/push/push';

export const room: { conversation: Conversation; enabled: boolean; push: Push } = emptyRoom();

/** The mock of `@/data/domains/chat`. */
export const chatMock = {
  TEXT_LIMIT: 2000,
  useConversation: () => room.conversation,
  sendText: vi.fn<(text: string) => Promise<boolean>>(),
  sendMedia: vi.fn<(file: File) => Promise<MediaResult>>(),
  sendPostback: vi.fn<(reply: { title: string; payload: string }) => Promise<void>>(),
  resend: vi.fn<(clientId: string) => Promise<void>>(),
  removeUnsent: vi.fn<(clientId: string) => Promise<void>>(),
  setTyping: vi.fn<(on: boolean) => void>(),
  markRead: vi.fn<() => void>(),
  mediaAddress: vi.fn<(path: string, known?: Partial<MediaAddress>) => Promise<MediaAddress>>(),
};

/** The mock of `@/data/domains/push/push`. */
export const pushServer = { usePush: () => room.push };

/** The mock of `@/data/engine/resources/use-resource`. */
export const lookupServer = {
  useResource: (name: string) => ({
    data: name === 'info' ? { name: 'Krapao' } : { enableChatWidget: room.enabled },
    asOf: null,
    loading: false,
  }),
};

/** Resets to an empty conversation and a server that accepts everything. */
export function resetRoom(): void {
  localStorage.clear();
  Object.assign(room, emptyRoom());
  vi.clearAllMocks();
  chatMock.sendText.mockResolvedValue(true);
  chatMock.sendMedia.mockResolvedValue('ok');
  chatMock.sendPostback.mockResolvedValue();
  chatMock.resend.mockResolvedValue();
  chatMock.removeUnsent.mockResolvedValue();
  chatMock.mediaAddress.mockImplementation(async (path) => ({
    src: `/media/${path}`,
    thumb: `/media/${path}/thumb`,
  }));
}

function emptyRoom() {
  return {
    enabled: true,
    push: {
      state: 'unsupported' as const,
      turnOn: vi.fn(),
      turnOff: vi.fn(),
      showDetails: false,
      setShowDetails: vi.fn(),
    },
    conversation: {
      messages: [],
      hasOlder: false,
      loadOlder: vi.fn(async () => {}),
      loading: false,
      supportTyping: false,
      supportReadSeq: 0,
      unread: 0,
      connected: true,
    },
  };
}

export const text = (payload: string): AnyMessage => ({ message_type: 'text', payload });

export const picture = {
  message: '',
  url: false,
  fileType: 'image',
  filePath: 'chat/p1',
  name: 'slip.png',
  width: 400,
  height: 300,
} as const;

/** Returns support's message number `seq`, sent at 13:58 in Bangkok. */
export function supportMessage(
  seq: number,
  message: AnyMessage,
  more: Partial<ShownMessage> = {},
): ShownMessage {
  const key = `k${seq}`;
  return {
    key,
    clientId: key,
    seq,
    sender: 'support',
    name: '',
    message,
    createdAt: '2026-11-21T06:58:00Z',
    delivery: 'sent',
    ...more,
  };
}

/** Returns the customer's message number `seq`, sent at the same time. */
export const createOurMessage = (seq: number, message: AnyMessage, more: Partial<ShownMessage> = {}) =>
  supportMessage(seq, message, { sender: 'customer', ...more });
