import { newMember } from './api';
import { expect, logIn, tapBar, test } from './journey';
import { house } from './house';

// spec 2.1, 2.4, 2.16
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
  }
});

// spec 1.21, 2.30, 9.50
test('contact tells the text, the version and the chat link of the lookup', async ({ page }) => {
  await page.goto('/contact');
  await expect(page.getByText('แจ้งเบอร์โทรที่สมัครไว้ด้วย')).toBeVisible();
  await expect(page.getByText('เวอร์ชัน 1.1.14')).toBeVisible();
  await expect(page.getByRole('link', { name: /@krapao/ })).toHaveAttribute(
    'href',
    'https://line.me/R/ti/p/@krapao',
  );
});

// spec 2.32, 2.33
test('the members’ menu leads to profile, conditions, home, statement and contact', async ({ page }) => {
  await logIn(page, await newMember());
  for (const [name, path] of [
    ['โปรไฟล์', '/user/profile'],
    ['รายการ', '/user/statement'],
    ['ติดต่อ', '/user/contact'],
    ['กระเป๋าของฉัน', '/user/home'],
  ] as const) {
    await tapBar(page, name);
    await expect(page).toHaveURL(`${house.app}${path}`);
  }
  await page.getByRole('navigation').getByText('เงื่อนไข', { exact: true }).click();
  const conditions = page.getByRole('dialog', { name: 'เงื่อนไข' });
  await expect(conditions.getByRole('heading', { name: 'ถอนเงิน' })).toBeVisible();
  await page.goBack();
  await expect(conditions).toHaveCount(0);
});

// spec 2.78
test('the profile shows who and where to, and the number as 3-3-rest', async ({ page }) => {
  const member = await newMember({ bankAccountNo: `91${String(Date.now()).slice(-8)}` });
  await logIn(page, member);
  await tapBar(page, 'โปรไฟล์');
  const no = member.bankAccountNo;
  for (const text of [
    member.name,
    member.id,
    'ธนาคารกรุงไทย',
    member.bankAccountName,
    `${no.slice(0, 3)}-${no.slice(3, 6)}-${no.slice(6)}`,
  ]) {
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  }
  await page.getByRole('button', { name: 'คัดลอกรหัสสมาชิก' }).click();
  await expect(page.getByText(new RegExp(member.id)).last()).toBeVisible();
});
