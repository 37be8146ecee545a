import type { Page, Request } from '@playwright/test';
import { fundWallet, createMember } from './api';
import {
  waitUntilCached,
  chatLog,
  closeSheet,
  expect,
  openChat,
  openWithStoredToken,
  recordPageFaults,
  sendChatText,
} from './journey';
import { openPhone } from './phone';
import { Support } from './support';
import { cutConnection, withPhone } from './with-phone';

/** In ms. Longer than all delays of work that the app postpones until its first responses have arrived. */
const SETTLES_MS = 3_000;

// A chat, a deposit and two connections take longer than other journeys.
// spec D7.7
withPhone(
  'a member who comes back online makes one request, and sees the new money and messages',
  async ({ folder, network }) => {
    const member = await createMember();
    const browser = await openPhone(folder);
    const faults = await recordPageFaults(browser);
    const page = browser.pages()[0]!;
    await page.clock.install();
    const calls = new RequestLog(page);
    await openWithStoredToken(page, member, '/user/home', network.url);
    await waitUntilCached(page);
    await openChat(page);
    await sendChatText(page, 'สวัสดี');
    await expect(chatLog(page).filter({ hasText: 'ส่งแล้ว' })).toHaveCount(1);
    await closeSheet(page);
    const support = await (await Support.openSession()).conversationOf(member);
    await calls.settle();

    await cutConnection(browser, network);
    await fundWallet(member, 321);
    for (const words of ['หนึ่ง', 'สอง', 'สาม']) await support.sendText(words);
    // On a slow machine the next regular sync, after 30 s, would be due before the page has shown everything. So
    // the page's time passes only in steps. It stops before the network is open, so that no timer reconnects the
    // socket before the page is online.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    await network.open();
    const requests = calls.startRecording();
    await browser.setOffline(false);
    await runUntil(page, () => page.getByText('321.00').first().isVisible());
    await runUntil(page, () => page.getByRole('button', { name: /^แช.?ตกับทีมดูแลลูกค้า, .*3/ }).isVisible());
    await runUntil(page, () => calls.hasJoined);
    await calls.settle();

    expect(requests()).toEqual(['GET /api/sync']);
    expect(faults).toEqual([]);
    await browser.close();
  },
);

/** Lets the page's paused clock run in small steps until the condition is true. */
async function runUntil(page: Page, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return isTrue();
    })
    .toBe(true);
}

/**
 * The requests of a page that got a response, in order, until the server notifies it of a newer change. A
 * retry just before the network returns gets no response, so it does not count.
 */
class RequestLog {
  private readonly requests: string[] = [];
  private readonly open = new Map<Request, { isCounted: boolean }>();
  private hasNewerChange = false;
  /** Whether the chat's socket is connected again since `startRecording`. */
  hasJoined = false;

  constructor(private readonly page: Page) {
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/api/')) return;
      this.open.set(request, { isCounted: !this.hasNewerChange });
    });
    page.on('requestfinished', (request) => {
      if (this.open.get(request)?.isCounted)
        this.requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
      this.open.delete(request);
    });
    page.on('requestfailed', (request) => void this.open.delete(request));
    // Once the socket is connected, the server notifies the page of newer changes.
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"type":"joined"')) this.hasJoined = true;
        if (this.hasJoined && String(payload).includes('"type":"changed"')) this.hasNewerChange = true;
      }),
    );
  }

  /** Returns a function that returns the requests sent from now on. */
  startRecording(): () => string[] {
    const before = this.requests.length;
    this.hasJoined = false;
    this.hasNewerChange = false;
    return () => this.requests.slice(before);
  }

  /** Runs the work that the app has postponed, and waits for the responses. */
  async settle(): Promise<void> {
    await this.page.clock.runFor(SETTLES_MS);
    await readAllRows(this.page);
    await expect.poll(() => this.open.size).toBe(0);
  }
}

/** Reads the page's databases once, which the app also does before it sends a request. */
function readAllRows(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const done = (request: IDBRequest) => new Promise((resolve) => (request.onsuccess = resolve));
    for (const { name } of await indexedDB.databases()) {
      const opening = indexedDB.open(name!);
      await done(opening);
      const db = opening.result;
      for (const store of db.objectStoreNames) await done(db.transaction(store).objectStore(store).getAll());
      db.close();
    }
  });
}
