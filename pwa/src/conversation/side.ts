/** Who looks at a conversation: the member or support. What truly differs between the two is here. */
import type { TFunction } from 'i18next';
import { createContext, useContext, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatButton, MediaPayload, QuickReply } from '@/data/api/conversation';
import type { ShownMessage } from '@/data/domains/chat/shown';
import type { Locale } from '@/data/device/locale';

/** Where a file is shown from. */
export interface MediaSource {
  /** The whole file. */
  src: string | undefined;
  /** What is shown in the bubble. */
  thumb: string | undefined;
  /** A video's first picture. */
  poster: string | undefined;
  /** It could not be shown, and why. */
  missing: string | undefined;
  onError: () => void;
  retry: () => void;
}

export interface Side {
  /** Whose messages stand right. */
  us: 'customer' | 'support';
  locale: Locale;
  /** The desk's tighter type. */
  isDense: boolean;
  /** Words that came with a file stand beneath it. */
  hasCaptions: boolean;
  /** What waits can be given up; else only what has failed. */
  removesUnsent: boolean;
  resend: (clientId: string) => void;
  remove: (clientId: string) => void;
  /** Why it was refused, in words. */
  trouble: (code: string) => string;
  /** A message as this side wants to see it. */
  useShown: (message: ShownMessage) => ShownMessage;
  /** What is said of a message that waits. */
  useUnsent: (message: ShownMessage) => string;
  useSource: (message: ShownMessage, payload: MediaPayload) => MediaSource;
  Buttons: ComponentType<{ buttons: ChatButton[] }>;
  CardPicture: ComponentType<{ src: string }>;
  /** Beneath a question, where this side sees them there. */
  Replies?: ComponentType<{ replies: QuickReply[] }>;
}

const SideContext = createContext<Side | null>(null);

export const SideProvider = SideContext.Provider;

/** The words of the conversation, which both apps load. Where the two read differently the key ends in `us`. */
export function useTalk(): TFunction<'conversation'> {
  return useTranslation('conversation').t;
}

export function useSide(): Side {
  const side = useContext(SideContext);
  if (!side) throw new Error('a conversation is looked at by somebody');
  return side;
}
