/**
 * Pictures of the chat's part of the console: a conversation, a customer, each kind of message, a canned
 * reply.
 */
import { expect, type Browser, type Page } from '@playwright/test';
import { startGuestChat, addUniqueSuffix } from './chat';
import { logInAtConsole, createOperator } from './console';
import type { Shot } from './screens-chat';

/** Takes the pictures of a guest's conversation and of each panel. */
export async function openSupportConsole(page: Page, browser: Browser, shot: Shot): Promise<void> {
  const guest = await browser.newPage();
  const question = addUniqueSuffix('สวัสดีค่ะ');
  await startGuestChat(guest, question);
  await guest.context().close();
  await logInAtConsole(page, await createOperator());
  await page.getByTestId('inbox').getByRole('button', { name: question }).click();
  await expect(page.getByTestId('log').locator('[data-delivery]')).toHaveCount(1);
  await shot('conversation');
  await page.getByRole('button', { name: 'ข้อมูลลูกค้า' }).click();
  await shot('customer');
  await page.getByRole('button', { name: 'ข้อความแบบมีปุ่ม' }).click();
  await shot('compose');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'คำตอบสำเร็จรูป', exact: true }).first().click();
  await shot('canned');
}
