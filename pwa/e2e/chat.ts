/**
 * Functions that the chat's journeys share: they start a conversation, and read its messages on both sides.
 */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { chatLog, expect, openChat, write } from './journey';
import { Support, type SupportConversation, type SentMessage } from './support';

/** Makes a text unique to this journey, because support finds the conversation by it. */
export const unique = (words: string): string => `${words} ${randomUUID().slice(0, 6)}`;

export const message = (page: Page, words: string): Locator => chatLog(page).filter({ hasText: words });

/** Returns the messages of one side, as support sees them. */
export async function messagesOf(
  desk: SupportConversation,
  sender: SentMessage['sender'],
): Promise<SentMessage['message'][]> {
  return (await desk.history()).filter((each) => each.sender === sender).map((each) => each.message);
}

/** Opens the chat as a guest, sends a first message, and returns support's view of the conversation. */
export async function asGuest(
  page: Page,
  question: string,
  house = '',
): Promise<{ support: Support; desk: SupportConversation }> {
  const support = await Support.signIn();
  await page.goto(`${house}/login`);
  await openChat(page);
  await write(page, question);
  await expect(message(page, question)).toHaveAttribute('data-delivery', 'sent');
  return { support, desk: await support.conversationSaying(question) };
}
