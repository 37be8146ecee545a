import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { createMember } from '../api';
import { createRandom, type Random } from '../random';
import {
  waitUntilCached,
  chatLog,
  shownChatTexts,
  expect,
  logInOnLoginPage,
  openChat,
  recordPageFaults,
  sendChatText,
} from '../journey';
import { openPhone } from '../phone';
import type { CuttableProxy } from '../proxy';
import { Support, type SupportConversation } from '../support';
import { cutConnection, reconnect, withPhone } from '../with-phone';

/** CHAT_MINUTES=5 runs the long test; CHAT_SEED=<number> repeats a failed one. */
const DURATION_MS = Number(process.env.CHAT_MINUTES ?? 0.4) * 60_000;
const SEED = Number(process.env.CHAT_SEED ?? randomInt(2 ** 31));
const SETTLE_LIMIT_MS = 60_000;

withPhone(
  'on a connection that drops at random both sides write, and end with the same conversation',
  async ({ folder, network }, info) => {
    withPhone.setTimeout(DURATION_MS + SETTLE_LIMIT_MS + 90_000);
    info.annotations.push({ type: 'seed', description: String(SEED) });
    const member = await createMember();
    const browser = await openPhone(folder);
    const faults = await recordPageFaults(browser);
    const page = browser.pages()[0]!;
    await page.goto(`${network.url}/login`);
    await logInOnLoginPage(page, member);
    await openChat(page);
    await waitUntilCached(page);
    await sendChatText(page, 'คำถาม 0');
    const conversation = await (await Support.openSession()).conversationOf(member);

    const until = Date.now() + DURATION_MS;
    const [cuts, questions, replies] = await Promise.all([
      disconnectAtRandom(browser, network, until, createRandom(SEED)),
      sendQuestions(page, until, createRandom(SEED + 1)),
      sendReplies(conversation, until, createRandom(SEED + 2)),
    ]);

    await expect(page.getByText('ยังไม่ได้ส่ง')).toHaveCount(0, { timeout: SETTLE_LIMIT_MS });
    await expect(chatLog(page)).toHaveCount(questions.length + replies.length, { timeout: SETTLE_LIMIT_MS });
    const [here, there] = [await shownChatTexts(page), await conversation.fetchTexts()];
    console.log(
      `seed ${SEED}: ${cuts} cuts, ${questions.length} messages from the member, ${replies.length} from support`,
    );
    expect(cuts).toBeGreaterThan(2);
    expect(await conversation.fetchTexts('customer'), 'what the member wrote').toEqual(questions);
    expect(await conversation.fetchTexts('support'), 'what support wrote').toEqual(replies);
    expect(here, 'what the phone shows').toEqual(there);
    expect(faults).toEqual([]);
    await browser.close();
  },
);

/**
 * Disconnects and reconnects at random times until `until`. Sometimes no event reports the disconnection, and
 * the phone has to notice it. The phone is connected at the end. Returns the number of disconnections.
 */
async function disconnectAtRandom(
  browser: BrowserContext,
  network: CuttableProxy,
  until: number,
  random: Random,
): Promise<number> {
  let cuts = 0;
  for (; Date.now() < until; cuts++) {
    await sleep(random(300, 5_000));
    if (random(0, 2) < 1) await network.cut();
    else await cutConnection(browser, network);
    await sleep(random(100, 4_000));
    await reconnect(browser, network);
  }
  return cuts;
}

async function sendQuestions(page: Page, until: number, random: Random): Promise<string[]> {
  const sentTexts = ['คำถาม 0'];
  while (Date.now() < until) {
    const words = `คำถาม ${sentTexts.length}`;
    await sendChatText(page, words);
    sentTexts.push(words);
    await sleep(random(200, 2_200));
  }
  return sentTexts;
}

async function sendReplies(
  conversation: SupportConversation,
  until: number,
  random: Random,
): Promise<string[]> {
  const sentTexts: string[] = [];
  while (Date.now() < until) {
    const words = `คำตอบ ${sentTexts.length}`;
    await conversation.sendText(words);
    sentTexts.push(words);
    await sleep(random(200, 2_200));
  }
  return sentTexts;
}
