/** What the chat's journeys share: a conversation begun, and its messages on both sides. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { chatLog, expect, openChat, write } from './journey';
import { Support, type Desk, type Said } from './support';

/** Words that only this journey says: support finds the conversation by them. */
export const unique = (words: string): string => `${words} ${randomUUID().slice(0, 6)}`;

export const message = (page: Page, words: string): Locator => chatLog(page).filter({ hasText: words });

/** What one side said, as support has it. */
export async function saidBy(desk: Desk, sender: Said['sender']): Promise<Said['message'][]> {
  return (await desk.history()).filter((each) => each.sender === sender).map((each) => each.message);
}

/** A visitor with the chat open whose first words support has before them. */
export async function asGuest(
  page: Page,
  question: string,
  house = '',
): Promise<{ support: Support; desk: Desk }> {
  const support = await Support.signIn();
  await page.goto(`${house}/login`);
  await openChat(page);
  await write(page, question);
  await expect(message(page, question)).toHaveAttribute('data-delivery', 'sent');
  return { support, desk: await support.conversationSaying(question) };
}
