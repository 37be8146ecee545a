/**
 * Functions that the chat's journeys share: they start a conversation, and read its messages on both sides.
 */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { chatLog, expect, openChat, sendChatText } from './journey';
import { Support, type SupportConversation, type SentMessage } from './support';

/** Makes a text unique to this journey, because support finds the conversation by it. */
export const addUniqueSuffix = (words: string): string => `${words} ${randomUUID().slice(0, 6)}`;

export const findChatMessage = (page: Page, words: string): Locator =>
  chatLog(page).filter({ hasText: words });

/** Returns the messages of one side, as support sees them. */
export async function fetchMessagesFrom(
  conversation: SupportConversation,
  sender: SentMessage['sender'],
): Promise<SentMessage['message'][]> {
  return (await conversation.fetchHistory())
    .filter((each) => each.sender === sender)
    .map((each) => each.message);
}

/** Opens the chat as a guest, sends a first message, and returns support's view of the conversation. */
export async function startGuestChat(
  page: Page,
  question: string,
  origin = '',
): Promise<{ support: Support; conversation: SupportConversation }> {
  const support = await Support.openSession();
  await page.goto(`${origin}/login`);
  await openChat(page);
  await sendChatText(page, question);
  await expect(findChatMessage(page, question)).toHaveAttribute('data-delivery', 'sent');
  return { support, conversation: await support.conversationWithPreview(question) };
}
