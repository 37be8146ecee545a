import { api, fund, newMember } from './api';
import { expect, logIn, tapBar, test } from './journey';
import { house } from './house';

// spec 2.1, 2.4a, 2.4b, 2.16, 6.1a, 6.1b, 6.1c, 6.1d
test('the public menu leads to login, register, how-to and contact', async ({ page }) => {
  await page.goto('/login');
  const menu = page.getByRole('navigation');
  for (const [name, path] of [
    ['สมัคร', '/register'],
    ['วิธีใช้', '/howto'],
    ['ติดต่อ', '/contact'],
    ['หน้าแรก', '/login'],
  ] as const) {
    await menu.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(`${house.app}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect((await page.getByRole('main').boundingBox())!.y).toBe(0);
  }
});

// spec 1.21, 2.30a, 2.30b, 2.30c, 2.30d, 9.50
test('contact tells the text, the version and the chat link of the lookup', async ({ page }) => {
  await page.goto('/contact');
  await expect(page.getByText('แจ้งเบอร์โทรที่สมัครไว้ด้วย')).toBeVisible();
  await expect(page.getByText('เวอร์ชัน 1.1.14')).toBeVisible();
  await expect(page.getByRole('link', { name: /@krapao/ })).toHaveAttribute(
    'href',
    'https://line.me/R/ti/p/@krapao',
  );
  await expect(page.getByRole('img', { name: /@krapao/ }).locator('path[d^=M]')).toBeVisible();
});

// spec 2.29a, 2.29b, 2.29c, 2.29d, 2.29e, 2.29f
test('each of the five how-to clips plays in a sheet', async ({ page }) => {
  await page.goto('/howto');
  for (const topic of ['การใช้กระเป๋า', 'การเข้าเกม', 'การเช็กยอดเงิน', 'การรับโบนัส', 'การจบโบนัส']) {
    await page.getByRole('listitem').filter({ hasText: topic }).getByRole('button').click();
    const clip = page.getByRole('dialog').locator('video');
    await clip.evaluate((video: HTMLVideoElement) => {
      video.muted = true;
      return video.play();
    });
    // Frames were decoded, and time goes by.
    await expect
      .poll(() => clip.evaluate((video: HTMLVideoElement) => Math.min(video.videoWidth, video.currentTime)))
      .toBeGreaterThan(0);
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

// spec 2.32a, 2.32b, 2.32c
test('the top bar has the name of the app, the language and the way out', async ({ page }) => {
  await logIn(page, await newMember());
  const bar = page.getByRole('banner');

  const { name } = await api<{ name: string }>('GET', '/api/lookup/info');
  await expect(bar.getByText(name, { exact: true })).toBeVisible();
  await bar.getByRole('button', { name: /ไทย/ }).click();
  await expect(page.getByRole('dialog').getByText('English')).toBeVisible();
  await page.goBack();
  await bar.getByRole('button', { name: 'ออกจากระบบ' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'ออกจากระบบ' }).click();

  await expect(page).toHaveURL(/\/login/);
});

// spec 2.7a, 2.7b, 2.7d, 2.7e, 2.7f, 2.33a, 2.33b, 2.33c, 2.33d, 2.33e
test('the members’ menu leads to profile, conditions, home, statement and contact', async ({ page }) => {
  const member = await newMember();
  await logIn(page, member);
  for (const [name, path, title] of [
    ['โปรไฟล์', '/user/profile', member.name],
    ['รายการ', '/user/statement', 'รายการ'],
    ['ติดต่อ', '/user/contact', 'ติดต่อ'],
    ['กระเป๋าของฉัน', '/user/home', 'กระเป๋าของฉัน'],
  ] as const) {
    await tapBar(page, name);
    await expect(page).toHaveURL(`${house.app}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    const under = (await page.getByRole('banner').boundingBox())!;
    expect((await page.getByRole('main').boundingBox())!.y).toBeGreaterThanOrEqual(under.y + under.height);
  }
  // The way home is the big one, in the middle.
  const menu = page.getByRole('navigation');
  const [home, side] = await Promise.all(
    ['กระเป๋าของฉัน', 'ติดต่อ'].map((name) =>
      menu.getByRole('link', { name, exact: true }).locator('svg').boundingBox(),
    ),
  );
  expect(home!.x + home!.width / 2).toBeCloseTo(390 / 2, 0);
  expect(home!.height).toBeGreaterThan(1.5 * side!.height);
  await page.getByRole('navigation').getByText('เงื่อนไข', { exact: true }).click();
  const conditions = page.getByRole('dialog', { name: 'เงื่อนไข' });
  await expect(conditions.getByRole('heading', { name: 'ถอนเงิน' })).toBeVisible();
  await page.goBack();
  await expect(conditions).toHaveCount(0);
});

// spec 1.15a, 2.78a, 2.78b, 2.78c, 2.78d, 2.78e, 2.78f, 2.78g, 2.79, 8.39a
test('the profile shows who and where to, and the number as 3-3-rest', async ({ page }) => {
  const member = await newMember({ bankAccountNo: `91${String(Date.now()).slice(-8)}` });
  await logIn(page, member);
  await tapBar(page, 'โปรไฟล์');
  const no = member.bankAccountNo;
  const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Bangkok' }).format();
  for (const text of [
    member.name,
    member.id,
    `${member.phone.slice(0, 3)} ${member.phone.slice(3, 6)} ${member.phone.slice(6)}`,
    'ธนาคารกรุงไทย',
    member.bankAccountName,
    `${no.slice(0, 3)}-${no.slice(3, 6)}-${no.slice(6)}`,
  ]) {
    await expect(page.getByRole('main').getByText(text, { exact: true }).first()).toBeVisible();
  }
  await expect(page.getByText(today)).toBeVisible();
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'คัดลอกรหัสสมาชิก' }).click();
  await expect(page.getByText(`คัดลอกแล้ว: ${member.id}`)).toBeVisible();
  // The bank's name stays Thai in every language.
  await page.getByRole('banner').getByRole('button', { name: /ไทย/ }).click();
  await page.getByRole('dialog').getByText('English').click();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Bank account' })).toBeVisible();
  await expect(page.getByRole('main').getByText('ธนาคารกรุงไทย')).toBeVisible();
});

// spec 2.35a, 2.35b, 2.35c, 2.36, 2.39a, 2.39b, 2.47a, 2.47c, 2.47g, 2.51a
test('home shows whose wallet it is, what is in it and how old that is, and opens the ways of money', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 1234.5);
  await page.goto('/login');
  await page.getByLabel('เบอร์โทรศัพท์').fill(member.phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'รับทราบ' }).click();
  const wallet = page.getByRole('region', { name: 'กระเป๋าของฉัน' });

  await expect(wallet.getByText(member.name)).toBeVisible();
  await expect(wallet).toContainText('1,234.50');
  await expect(wallet).toContainText(/ณ \d\d:\d\d น\./);
  await wallet.getByRole('button', { name: 'เช็กยอดล่าสุด' }).click();
  await expect(page.getByText('ยอดล่าสุดแล้ว')).toBeVisible();
  for (const way of ['ฝากเงิน', 'ถอนเงิน']) {
    await page.getByRole('main').getByRole('button', { name: way, exact: true }).click();
    await expect(page.getByRole('dialog', { name: way })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

// spec 2.49
test('what lies under a sheet does not scroll', async ({ page }) => {
  await logIn(page, await newMember());
  await tapBar(page, 'โปรไฟล์');
  /** Turns the wheel again and again, a frame apart: what can scroll has done so by then. */
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

// spec 8.3
test('a call that is answered by invalid-token leads to the login', async ({ page }) => {
  await logIn(page, await newMember());
  await page.route('**/api/sync**', (route) =>
    route.fulfill({ status: 401, json: { message: 'invalid-token' } }),
  );

  await page.reload();

  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

// spec 2.8, 8.2
test('a call that is answered by gone leads to the notice that the site is closed', async ({ page }) => {
  await logIn(page, await newMember());
  await page.route('**/api/sync**', (route) => route.fulfill({ status: 410, json: { message: 'gone' } }));

  await page.reload();

  await expect(page).toHaveURL(/\/terminated$/);
  await expect(page.getByRole('heading', { name: 'ปิดให้บริการ', exact: false })).toBeVisible();
});
