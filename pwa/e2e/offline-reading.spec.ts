import { createMember } from './api';
import {
  waitUntilCached,
  closeSheet,
  expect,
  closeOutcomeSheet,
  uploadSlip,
  openSlips,
  openWithStoredToken,
  tapBar,
  test,
  WITH_WORKER,
} from './journey';
import { makeBankTransfer } from './sandbox';
import { keepTogether } from '../src/i18n/keep-together';

test.use(WITH_WORKER);

test('after one visit every page opens without a network, and shows the age of its data', async ({
  page,
  context,
}) => {
  const member = await createMember();
  await openWithStoredToken(page, member);
  const { picture } = await makeBankTransfer(member, 120.5);
  await uploadSlip(page, picture);
  await expect(page.getByText('120.50 บาท เข้ากระเป๋าแล้ว')).toBeVisible();
  await closeOutcomeSheet(page);
  await waitUntilCached(page);

  await context.setOffline(true);
  await page.goto('/user/home');
  const offline = page.getByRole('status').filter({ hasText: keepTogether('ออฟไลน์') });
  await expect(offline).toBeVisible();
  await expect(page.getByText('+120.50')).toBeVisible();
  await expect(page.getByText(/^ณ \d\d:\d\d\sน\.$/).first()).toBeVisible();

  await page.getByRole('button', { name: 'ฝากเงิน' }).click();
  await expect(page.getByRole('dialog').getByText('048-392-1567')).toBeVisible();
  await expect(page.getByRole('dialog').getByText(/เลขบัญชีนี้เป็นข้อมูล ณ/)).toBeVisible();
  await closeSheet(page);

  await tapBar(page, 'ประวัติ');
  await expect(page.getByRole('listitem').filter({ hasText: '+120.50' })).toBeVisible();
  await expect(page.getByText(/^ณ \d\d:\d\d\sน\.$/).first()).toBeVisible();
  await openSlips(page);
  await expect(page.getByRole('row').filter({ hasText: '120.50' }).getByText('สำเร็จ')).toBeVisible();
  await expect(page.getByRole('dialog').getByText(/ออฟ.?ไลน์ ข้อมูล ณ \d\d:\d\d\sน\./)).toBeVisible();
  await closeSheet(page);

  await tapBar(page, 'โปรไฟล์');
  await expect(page.getByRole('heading', { name: member.name })).toBeVisible();
  await expect(page.getByText(member.bankAccountName)).toBeVisible();
  await page.getByRole('navigation').getByRole('button', { name: 'เงื่อนไข' }).click();
  await expect(page.getByRole('dialog').getByText('ความปลอดภัย')).toBeVisible();

  await page.goto('/user/contact');
  await expect(page.getByText('เปิด @krapao')).toBeVisible();
});
