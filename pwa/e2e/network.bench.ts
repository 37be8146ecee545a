/**
 * Measures how long the home page takes to load on slow 3G. Also measures the statement on a second visit,
 * offline on a slow phone.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { fundWallet, createMember, type Member } from './api';
import { waitUntilCached, test } from './journey';
import { openPhone } from './phone';
import { CuttableProxy } from './proxy';

const ROUNDS = process.env.SMOKE ? 1 : 5;
const CPU_SLOWDOWN = 4;
/** 400 ms round trip, 400 kbit/s, no loss. */
const SLOW_3G = { delayMs: 200, bytesPerSecond: 50_000, loss: 0, breaks: 0, random: () => 1 };

test.setTimeout(600_000);

test('the time until the balance is shown on slow 3G is measured', async () => {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let n = 0; n < ROUNDS; n++) {
    const member = await createMemberWith500Baht();
    await runOnPhone(async (_, page, network) => {
      network.setFaults(SLOW_3G);
      await page.goto(`${network.url}/login`);
      cold.push(await logInOnLoginPage(page, member));
      await page.getByRole('button', { name: 'ยอมรับ' }).click();
      network.setFaults(null);
      await waitUntilCached(page);
      await page.goto(`${network.url}/login`);
      network.setFaults(SLOW_3G);
      await page.reload();
      warm.push(await logInOnLoginPage(page, member));
    });
  }
  console.log(
    `\n  slow 3G, from the tap on log in to the balance, ms\n    cold ${formatTimes(cold)}\n    warm ${formatTimes(warm)}`,
  );
});

test('the second visit without a network, on a slow phone, is measured', async () => {
  const statement: number[] = [];
  const hello: number[] = [];
  const member = await createMemberWith500Baht();
  await runOnPhone(async (browser, page, network) => {
    await page.goto(`${network.url}/login`);
    await logInOnLoginPage(page, member);
    await page.getByRole('button', { name: 'ยอมรับ' }).click();
    await waitUntilCached(page);
    for (let n = 0; n < ROUNDS; n++) {
      const other = await browser.newPage();
      await throttleCpu(other);
      await other.route('**/hello', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<h1>Hello</h1>' }),
      );
      hello.push(await measureUntil(other, `${network.url}/hello`, 'h1'));
      await browser.setOffline(true);
      statement.push(await measureUntil(other, `${network.url}/user/statement`, 'main li'));
      await browser.setOffline(false);
      await other.close();
    }
  });
  console.log(
    `\n  at CPU ${CPU_SLOWDOWN}x, from the navigation to the first readable content, ms\n    statement, offline  ${formatTimes(statement)}\n    an empty page       ${formatTimes(hello)}`,
  );
});

async function createMemberWith500Baht(): Promise<Member> {
  const member = await createMember();
  await fundWallet(member, 500);
  return member;
}

async function runOnPhone(
  use: (browser: BrowserContext, page: Page, network: CuttableProxy) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-phone-'));
  const network = await CuttableProxy.build();
  const browser = await openPhone(folder);
  await use(browser, browser.pages()[0]!, network);
  await browser.close();
  await network.cut();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function throttleCpu(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** Returns the milliseconds from the tap until the balance is shown. */
async function logInOnLoginPage(page: Page, { phone, password }: Member): Promise<number> {
  await page.getByLabel('เบอร์โทรศัพท์').fill(phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(password);
  const begun = Date.now();
  await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).click();
  await page.getByText('500.00').first().waitFor();
  return Date.now() - begun;
}

/**
 * Returns the milliseconds from the navigation to the frame that shows the element. Measured by the page's
 * own clock, because Playwright would poll in steps of half a second.
 */
async function measureUntil(page: Page, address: string, selector: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const checkFrame = () => {
          const { height } = document.querySelector(wanted)?.getBoundingClientRect() ?? { height: 0 };
          if (height > 0) resolve(Math.round(performance.now()));
          else requestAnimationFrame(checkFrame);
        };
        checkFrame();
      }),
    selector,
  );
}

const formatTimes = (times: number[]): string =>
  `${times.join('  ')}   median ${times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]}`;
