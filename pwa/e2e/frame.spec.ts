/** The frame of every page: the menus, the top bar, and the page under a sheet. */
import { callApi, createMember } from './api';
import { expect, openWithStoredToken, tapBar, test } from './journey';
import { serverUrls } from './server';

// spec 1.21, 2.1, 2.4a, 2.4b, 2.16, 2.29f, 2.30b, 2.30d, 6.1a, 6.1b, 6.1c, 6.1d, 9.50
test('the public menu leads to register, how-to with its clips, contact with version and chat link, and login', async ({
  page,
}) => {
  await page.goto('/login');
  const open = async (name: string, path: string) => {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(`${serverUrls.app}${path}`);
    await expect(page.locator('.splash')).toHaveCount(0); // the app has replaced the prerendered page
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect((await page.getByRole('main').boundingBox())!.y).toBe(0);
  };

  await open('สมัคร', '/register');
  await open('วิธีใช้', '/howto');
  await page.getByRole('button', { name: 'การรับโบนัส' }).click();
  const clip = page.getByRole('dialog').locator('video');
  await clip.evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    return video.play();
  });
  // Frames were decoded, and the video plays.
  await expect
    .poll(() => clip.evaluate((video: HTMLVideoElement) => Math.min(video.videoWidth, video.currentTime)))
    .toBeGreaterThan(0);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await open('ติดต่อ', '/contact');
  await expect(page.getByText('เวอร์ชัน 1.1.14')).toBeVisible();
  const line = page.getByRole('link', { name: /@krapao/ });
  await expect(line).toHaveAttribute('href', 'https://line.me/R/ti/p/@krapao');
  await open('หน้าแรก', '/login');
});

// spec 2.7a, 2.7b, 2.7d, 2.7e, 2.7f, 2.32a, 2.32b, 2.32c, 2.33a, 2.33b, 2.33c, 2.33d, 2.33e
test('the members’ menu leads to its pages under a top bar with app name, language and logout', async ({
  page,
}) => {
  const member = await createMember();
  await openWithStoredToken(page, member);
  const bar = page.getByRole('banner');
  for (const [name, path, title] of [
    ['โปรไฟล์', '/user/profile', member.name],
    ['ประวัติ', '/user/statement', 'ประวัติ'],
    ['ติดต่อ', '/user/contact', 'ติดต่อ'],
    ['กระเป๋าของฉัน', '/user/home', 'กระเป๋าของฉัน'],
  ] as const) {
    await tapBar(page, name);
    await expect(page).toHaveURL(`${serverUrls.app}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    const barBox = (await bar.boundingBox())!;
    expect((await page.getByRole('main').boundingBox())!.y).toBeGreaterThanOrEqual(barBox.y + barBox.height);
  }
  // The link home is the large one in the middle.
  const icon = (name: string) =>
    page.getByRole('navigation').getByRole('link', { name, exact: true }).locator('svg').boundingBox();
  const [home, side] = await Promise.all([icon('กระเป๋าของฉัน'), icon('ติดต่อ')]);
  expect(home!.x + home!.width / 2).toBeCloseTo(390 / 2, 0);
  expect(home!.height).toBeGreaterThan(1.5 * side!.height);
  await page.getByRole('navigation').getByText('เงื่อนไข', { exact: true }).click();
  const conditions = page.getByRole('dialog', { name: 'เงื่อนไข' });
  await expect(conditions.getByRole('heading', { name: 'ถอนเงิน' })).toBeVisible();
  await page.goBack();
  await expect(conditions).toHaveCount(0);

  const { name } = await callApi<{ name: string }>('GET', '/api/lookup/info');
  await expect(bar.getByText(name, { exact: true })).toBeVisible();
  await bar.getByRole('button', { name: /ไทย/ }).click();
  await expect(page.getByRole('dialog').getByText('English')).toBeVisible();
  await page.goBack();
  await bar.getByRole('button', { name: 'ออกจากระบบ' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'ออกจากระบบ' }).click();
  await expect(page).toHaveURL(/\/login/);
});

// spec 2.49
test('a page under an open sheet does not scroll', async ({ page }) => {
  await openWithStoredToken(page, await createMember(), '/user/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  /**
   * Scrolls by the wheel several times, one step per frame, and returns the position. Everything that can
   * scroll has scrolled by then.
   */
  const scroll = async () => {
    await page.mouse.move(195, 60);
    for (let i = 0; i < 20; i++) {
      await page.mouse.wheel(0, 40);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    return page.evaluate(() => scrollY);
  };
  expect(await scroll()).toBeGreaterThan(0);
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('navigation').getByText('เงื่อนไข', { exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();

  expect(await scroll()).toBe(0);
});

test('one tap logs in although the bar returns as the keyboard closes', async ({ page }) => {
  const member = await createMember();
  await page.setViewportSize({ width: 360, height: 480 });
  await page.goto('/login');
  await page.getByLabel('เบอร์โทรศัพท์').fill(member.phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
  await expect(page.getByRole('navigation')).toBeHidden();
  // Half of the button is under the place of the bottom bar.
  const button = (await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).boundingBox())!;
  expect(button.y + button.height / 2).toBeGreaterThan(480 - 64);
  await page.mouse.click(180, button.y + button.height / 2);
  await page.waitForURL('**/user/home**');
});
