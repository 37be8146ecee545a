import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Worker } from '@playwright/test';
import { waitUntilCached, expect, test, recordPageFaults, WITH_WORKER } from './journey';
import { serverUrls } from './server';
import { phoneOptions } from './phone';
import { moveFocusTo, logInAtConsole, createOperator, openConsole } from './console';
import { keepTogether } from '../src/i18n/keep-together';

/** Chromium receives pushes by its own background traffic. */
const NEEDED_FOR_PUSH = ['--disable-background-networking'];

/** A phone whose push service is the sandbox. It really subscribes and decrypts. */
const withPush = test.extend<{ pushPhone: BrowserContext }>({
  pushPhone: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'krapao-push-'));
    const { launchOptions, ...options } = phoneOptions();
    const context = await chromium.launchPersistentContext(folder, {
      ...options,
      ...WITH_WORKER,
      executablePath: launchOptions.executablePath,
      ignoreDefaultArgs: NEEDED_FOR_PUSH,
      args: [
        ...launchOptions.args.filter((arg) => !NEEDED_FOR_PUSH.includes(arg)),
        `--gcm-checkin-url=${serverUrls.sandbox}/push/checkin`,
        `--gcm-registration-url=${serverUrls.sandbox}/push/register`,
        `--gcm-mcs-endpoint=https://127.0.0.1:${serverUrls.push}`,
        '--ignore-certificate-errors',
      ],
    });
    await context.grantPermissions(['notifications'], { origin: serverUrls.app });
    await use(context);
    await context.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});

interface ShownNotification {
  title: string;
  tag: string;
}

/** The parts of a service worker's scope that are used here; the page's types lack them. */
interface WorkerScope {
  registration: { getNotifications: () => Promise<ShownNotification[]> };
  dispatchEvent: (event: Event) => boolean;
  NotificationEvent: new (type: string, init: { notification: ShownNotification }) => Event;
}

const worker = async (context: BrowserContext): Promise<Worker> =>
  context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');

const readNotifications = async (context: BrowserContext): Promise<ShownNotification[]> =>
  (await worker(context)).evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerScope;
    const notes = await registration.getNotifications();
    return notes.map(({ title, tag }) => ({ title, tag }));
  });

/** Simulates the member's tap on the notification. */
const tapNotification = async (context: BrowserContext): Promise<void> =>
  (await worker(context)).evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope;
    const [notification] = await scope.registration.getNotifications();
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification: notification! }));
  });

// spec 1.18
withPush(
  'a guest asks and closes the page; the reply arrives as a push, and a tap opens the conversation',
  async ({ pushPhone, browser }) => {
    const faults = await recordPageFaults(pushPhone);
    const page = pushPhone.pages()[0]!;
    await page.goto(`${serverUrls.app}/contact`);
    await waitUntilCached(page);
    await page.getByRole('button', { name: keepTogether('เริ่มแชต') }).click();
    const chat = page.getByRole('dialog', { name: /ทีมดูแล/ });
    const question = `ฝากเงินแล้วยังไม่เข้า ${Date.now()}`;
    await chat.getByRole('textbox', { name: 'ข้อความ' }).fill(question);
    await chat.getByRole('button', { name: 'ส่ง', exact: true }).click();
    await expect(chat.getByRole('listitem').filter({ hasText: question })).toHaveAttribute(
      'data-delivery',
      /sent|read/,
    );
    const known = page.waitForResponse((response) => response.url().endsWith('/api/push/subscribe'));
    await chat.getByRole('button', { name: 'เปิดการแจ้งเตือน' }).click();
    expect((await known).ok()).toBe(true);
    await expect(chat.getByRole('region', { name: 'แจ้งเมื่อทีมดูแลลูกค้าตอบ' })).toHaveCount(0, {
      timeout: 30_000,
    });
    await page.goto('about:blank');

    const operatorConsole = await openConsole(browser);
    await logInAtConsole(operatorConsole.page, await createOperator());
    await moveFocusTo(operatorConsole.page, question);
    await operatorConsole.page.keyboard.press('Enter');
    await operatorConsole.page.keyboard.press('Alt+r');
    await operatorConsole.page.keyboard.type('ได้รับแล้วค่ะ กำลังตรวจ');
    await operatorConsole.page.keyboard.press('Enter');

    await expect
      .poll(() => readNotifications(pushPhone), { timeout: 30_000 })
      .toEqual([{ title: 'ทีมดูแลลูกค้าตอบคุณแล้ว', tag: 'chat.reply' }]);
    // The notification opens in the app's running window, which shows another page by now.
    await page.goto(`${serverUrls.app}/howto`);
    await tapNotification(pushPhone);
    await expect(page).toHaveURL(/\/contact\?sheet=chat/);
    await expect(page.getByRole('dialog', { name: /ทีมดูแล/ }).getByText('ได้รับแล้วค่ะ กำลังตรวจ')).toBeVisible();
    await expect.poll(() => readNotifications(pushPhone)).toEqual([]);
    expect(faults.concat(operatorConsole.faults)).toEqual([]);
    await operatorConsole.close();
  },
);
