/** A side of a conversation: the member's or support's. This file defines all differences between the two. */
import type { TFunction } from 'i18next';
import { createContext, useContext, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatButton, MediaPayload, QuickReply } from '@/data/api/conversation';
import type { ShownMessage } from '@/data/domains/chat/shown';
import type { Locale } from '@/data/device/locale';

/** The sources of a file. */
export interface MediaSource {
  /** The full file. */
  src: string | undefined;
  /** The preview shown in the bubble. */
  thumb: string | undefined;
  /** A video's first frame. */
  poster: string | undefined;
  /** Why the file could not be shown; undefined if it could. */
  missing: string | undefined;
  onError: () => void;
  retry: () => void;
}

export interface ConversationSide {
  /** The side whose messages are shown on the right. */
  ownSide: 'customer' | 'support';
  locale: Locale;
  /** True for the console's smaller type. */
  isDense: boolean;
  /** True if text sent together with a file is shown below the file. */
  hasCaptions: boolean;
  /** True if a queued message can be removed. If false, only a failed message can. */
  removesUnsent: boolean;
  resend: (clientId: string) => void;
  remove: (clientId: string) => void;
  /** Returns the text for a refusal's code. */
  errorText: (code: string) => string;
  /** Returns a message as this side shows it. */
  useMessageForSide: (message: ShownMessage) => ShownMessage;
  /** Returns the text for a message that is not sent yet. */
  useUnsent: (message: ShownMessage) => string;
  useSource: (message: ShownMessage, payload: MediaPayload) => MediaSource;
  Buttons: ComponentType<{ buttons: ChatButton[] }>;
  CardPicture: ComponentType<{ src: string }>;
  /** The quick replies below a question, if this side shows them there. */
  Replies?: ComponentType<{ replies: QuickReply[] }>;
}

const SideContext = createContext<ConversationSide | null>(null);

export const SideProvider = SideContext.Provider;

/**
 * Returns the texts of the conversation, which both apps load. If the sides differ, the key ends with the
 * value of `ownSide`.
 */
export function useConversationTexts(): TFunction<'conversation'> {
  return useTranslation('conversation').t;
}

export function useSide(): ConversationSide {
  const side = useContext(SideContext);
  if (!side) throw new Error('SideProvider is missing');
  return side;
}
