/** The prize wheel as a member meets it. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { booksOf } from './api';
import { cached, closeSheet, expect, test } from './journey';
import { dialog } from './money';
import { atTheWheel, hub, memberWithCoins, underPointer, winningWheel } from './spin';

// One wheel is in force at a time, for all.
test.describe.configure({ mode: 'default' });
test.beforeAll(winningWheel);

/** A turn of five seconds, and two to look at it. */
const TURNED = { timeout: 20_000 };
const SPIN = '**/api/spinwheel/spin';

interface Told {
  result: { code: string; label: string; remainingCoin: number; nonce: number };
}

/** Spins, and answers what the server said. */
async function spin(page: Page): Promise<Told['result']> {
  const said = page.waitForResponse((answer) => answer.url().endsWith('/spinwheel/spin') && answer.ok());
  await hub(page).click();
  return ((await (await said).json()) as Told).result;
}

const prize = (page: Page) => dialog(page).getByText('ยินดีด้วย คุณได้');

async function expectNoAxe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
}

test.describe('without movement', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  // spec 1.13, 2.7g, 2.39c, 2.89, 2.90, 4.27
  test('coins of a deposit turn the wheel, and what it gives goes into the wallet', async ({ page }) => {
    const member = await memberWithCoins(3);
    await atTheWheel(page, member);
    await expect(page.getByRole('heading', { name: 'วงล้อฝนเหรียญ' })).toBeVisible();
    await expect(hub(page)).toContainText('3 เหรียญ');
    await expectNoAxe(page);

    const { label } = await spin(page);

    await expect(prize(page)).toBeVisible(TURNED);
    await expect(dialog(page)).toContainText(label);
    await expectNoAxe(page);
    await dialog(page).getByRole('button', { name: 'รับเข้ากระเป๋า' }).click();
    await dialog(page)
      .getByRole('button', { name: /^รับ .* บาท$/ })
      .click();
    await expect(dialog(page).getByText('เข้ากระเป๋าแล้ว').last()).toBeVisible();
    await closeSheet(page);
    await expect(hub(page)).toContainText('2 เหรียญ');
    await expect(page.getByText('ยังไม่มีคูปอง')).toBeVisible();
    expect((await booksOf(member)).balance).toBe(300 + Number.parseInt(label, 10));
    await page.goBack();
    await expect(page.getByRole('link', { name: /เหรียญ 2 หมุนวงล้อ/ })).toBeVisible();
  });

  // spec 2.90
  test('a prize that is left for later waits among the coupons, three prizes a page', async ({ page }) => {
    await atTheWheel(page, await memberWithCoins(1));
    const { label } = await spin(page);

    await dialog(page).getByRole('button', { name: 'ไว้ทีหลัง' }).click(TURNED);

    await expect(page.getByText(`เงินสด ${label} ×1`)).toBeVisible();
    await page.getByRole('button', { name: `รับ เงินสด ${label}` }).click();
    await expect(dialog(page).getByText('รับคูปอง')).toBeVisible();
    await page.goBack();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/user\/spin$/);
  });

  // spec 4.25, 4.28
  test('without a coin the button is grey, and two taps are one spin', async ({ page }) => {
    const member = await memberWithCoins(1);
    await atTheWheel(page, member);
    let asked = 0;
    page.on('request', (request) => (asked += request.url().endsWith('/spinwheel/spin') ? 1 : 0));

    await hub(page).dblclick();

    await expect(prize(page)).toBeVisible(TURNED);
    await closeSheet(page);
    await expect(hub(page)).toHaveText('เหรียญไม่พอ');
    await expect(hub(page)).toBeDisabled();
    expect(asked).toBe(1);
  });

  test('a spin whose answer is lost is asked for again, and is the same spin', async ({ page }) => {
    const member = await memberWithCoins(2);
    await atTheWheel(page, member);
    const told: Told['result'][] = [];
    await page.route(SPIN, async (route) => {
      const answer = await route.fetch();
      told.push(((await answer.json()) as Told).result);
      await (told.length === 1 ? route.abort() : route.fulfill({ response: answer }));
    });

    await hub(page).click();

    await expect(prize(page)).toBeVisible({ timeout: 40_000 });
    expect(told[1]).toEqual(told[0]);
    await closeSheet(page);
    await expect(hub(page)).toContainText('1 เหรียญ');
  });

  test('each spin is found true, and one that the phone knows otherwise is not', async ({ page }) => {
    await atTheWheel(page, await memberWithCoins(2));
    for (let i = 0; i < 2; i++) {
      await spin(page);
      await dialog(page).getByRole('button', { name: 'ไว้ทีหลัง' }).click(TURNED);
      await expect(dialog(page)).toHaveCount(0);
    }
    await page.getByRole('link', { name: 'ตรวจสอบผลได้' }).click();
    await expect(page.getByText('ยังไม่เปิดซีด')).toHaveCount(2);

    await page.getByRole('button', { name: 'เปลี่ยนซีดและเปิดผล' }).click();

    await expect(page.getByText('ถูกต้องทั้ง 2 ครั้ง')).toBeVisible();
    await expectNoAxe(page);
    await bend(page);
    await page.reload();
    await expect(page.getByText('ไม่ตรง 1 ครั้ง')).toBeVisible();
    await expect(page.getByText('ไม่จริง', { exact: true })).toHaveCount(1);
  });

  test('all of it can be read without a signal, and nothing is turned or claimed', async ({
    page,
    context,
  }) => {
    await atTheWheel(page, await memberWithCoins(2));
    await cached(page);
    const { label } = await spin(page);
    await dialog(page).getByRole('button', { name: 'ไว้ทีหลัง' }).click(TURNED);
    await page.getByRole('link', { name: 'ตรวจสอบผลได้' }).click();
    await expect(page.getByText('ยังไม่เปิดซีด')).toBeVisible();
    await page.goBack();
    await context.setOffline(true);

    await page.reload();

    await expect(page.getByText(`เงินสด ${label} ×1`)).toBeVisible();
    await expect(hub(page)).toBeDisabled();
    await expect(page.getByText('หมุนไม่ได้จนกว่าจะมีสัญญาณ')).toBeVisible();
    await page.getByRole('button', { name: `รับ เงินสด ${label}` }).click();
    await expect(dialog(page).getByText('รับไม่ได้จนกว่าจะมีสัญญาณ')).toBeVisible();
    await page.goBack();
    await page.getByRole('link', { name: 'ตรวจสอบผลได้' }).click();
    await expect(page.getByText('ยังไม่เปิดซีด')).toBeVisible();
    await expect(page.getByRole('button', { name: 'เปลี่ยนซีดและเปิดผล' })).toBeDisabled();
  });

  // spec 8.32
  test('a wheel that was renewed meanwhile says so, and costs no coin', async ({ page }) => {
    await atTheWheel(page, await memberWithCoins(1));
    await winningWheel();

    await hub(page).click();

    await expect(page.getByRole('alertdialog')).toContainText('วงล้อถูกเปลี่ยนใหม่');
    await page.getByRole('button', { name: 'ตกลง' }).click();
    await spin(page);
    await expect(prize(page)).toBeVisible(TURNED);
  });
});

// spec 4.24, 4.26, 9.34, 9.35
test('the wheel turns to what was won, at every width', async ({ page }) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await atTheWheel(page, await memberWithCoins(4));
  for (const width of [320, 390, 768, 1024]) {
    await page.setViewportSize({ width, height: 844 });
    const size = Math.floor(Math.min(350, 0.85 * width));
    await expect(page.locator('[data-wheel]')).toHaveCSS('width', `${size}px`);
    const before = Date.now();

    const { label } = await spin(page);

    await expect(page.getByText(`หมุนได้ ${label}`)).toBeAttached(TURNED);
    const turned = Date.now() - before;
    expect(turned).toBeGreaterThan(3_900);
    expect(await underPointer(page)).toBe(label);
    await expect(prize(page)).toBeVisible(TURNED);
    expect(Date.now() - before - turned).toBeGreaterThan(1_500);
    await dialog(page).getByRole('button', { name: 'ไว้ทีหลัง' }).click();
    await expect(dialog(page)).toHaveCount(0);
    const hidden = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(hidden).toBe(0);
  }
});

test('a page that is closed while the wheel turns loses nothing', async ({ page }) => {
  await atTheWheel(page, await memberWithCoins(1));
  const { label } = await spin(page);

  await page.reload();

  await expect(page.getByText(`เงินสด ${label} ×1`)).toBeVisible();
  await expect(hub(page)).toHaveText('เหรียญไม่พอ');
});

/** Has the phone know another slice of its first spin than the server tells. */
async function bend(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { name } = (await indexedDB.databases()).find((each) => each.name?.startsWith('w_'))!;
    const asked = indexedDB.open(name!);
    const db = await new Promise<IDBDatabase>((done) => (asked.onsuccess = () => done(asked.result)));
    const store = db.transaction('spins', 'readwrite').objectStore('spins');
    const rows = store.getAll();
    await new Promise<void>((done) => {
      rows.onsuccess = () => {
        const [row] = rows.result as { won: { code: string } }[];
        const put = store.put({ ...row, won: { ...row!.won, code: row!.won.code === 'S0' ? 'S1' : 'S0' } });
        put.onsuccess = () => done();
      };
    });
    db.close();
  });
}
