import type { Page } from '@playwright/test';
import { fund, newMember } from './api';
import { cached, chatLog, closeSheet, expect, logIn, openChat, watch, write } from './journey';
import { openPhone } from './phone';
import { Support } from './support';
import { cutOff, reconnect, withPhone } from './with-phone';

/** Longer than anything that the app puts off until its first answers are in. */
const SETTLES_MS = 3_000;

// spec D7.7
withPhone(
  'a member who comes back online makes one request, and has the money and the messages that came',
  async ({ folder, road }) => {
    const member = await newMember();
    const browser = await openPhone(folder);
    const faults = await watch(browser);
    const page = browser.pages()[0]!;
    await page.goto(`${road.url}/login`);
    await logIn(page, member);
    await cached(page);
    await openChat(page);
    await write(page, 'สวัสดี');
    await expect(chatLog(page).filter({ hasText: 'ส่งแล้ว' })).toHaveCount(1);
    await closeSheet(page);
    const desk = await (await Support.signIn()).conversationOf(member);
    await page.waitForTimeout(SETTLES_MS);

    await cutOff(browser, road);
    await fund(member, 321);
    for (const words of ['หนึ่ง', 'สอง', 'สาม']) await desk.say(words);
    // The house has told everyone else by now.
    await page.waitForTimeout(SETTLES_MS);
    const { asked, joined } = listen(page);
    await reconnect(browser, road);
    await expect(page.getByText('321.00').first()).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('button', { name: /^แช.?ตกับทีมดูแล, .*3/ })).toBeVisible();
    await joined;
    await page.waitForTimeout(SETTLES_MS);

    expect(asked).toEqual(['GET /api/sync']);
    expect(faults).toEqual([]);
    await browser.close();
  },
);

/** What the phone asks of the server from now on, until something new happens; and when its line is open again. */
function listen(page: Page): { asked: string[]; joined: Promise<void> } {
  const asked: string[] = [];
  let isNews = false;
  // What found no way says nothing of what came back.
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname.startsWith('/api/') && !isNews) asked.push(`${answer.request().method()} ${pathname}`);
  });
  const joined = new Promise<void>((resolve) => {
    page.on('websocket', (line) =>
      line.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"type":"joined"')) resolve();
        if (String(payload).includes('"type":"changed"')) isNews = true;
      }),
    );
  });
  return { asked, joined };
}
