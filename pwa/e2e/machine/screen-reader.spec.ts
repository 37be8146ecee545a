/** A whole journey that uses only a screen reader: no positions, no colours, no pictures. */
import { fetchLedger, fundWallet, createMember } from '../api';
import { ScreenReader } from '../screen-reader';
import { expect, test } from '../journey';
import { Support } from '../support';
import { fetchPayouts } from '../sandbox';

test.describe.configure({ timeout: 180_000 });

test('a member with a screen reader logs in, withdraws, reads the line, and gets a reply from support', async ({
  page,
}) => {
  const reader = await ScreenReader.on(page);
  const member = await createMember();
  await fundWallet(member, 1000);

  await test.step('logs in', async () => {
    await page.goto('/login');
    await reader.write('เบอร์โทรศัพท์', member.phone);
    await reader.write('รหัสผ่าน', member.password);
    await reader.press('button', 'เข้าสู่ระบบ');
    await reader.press('button', 'ยอมรับ');
    await reader.expectText(/ยอดเงินทั้งหมด.*1,000 ?\.00\sบาท/);
  });

  await test.step('withdraws', async () => {
    await reader.press('button', 'ถอนเงิน');
    await reader.write(/^จำนวนเงิน/, '300');
    await reader.press('button', /^ถอน 300/);
    await reader.expectFocus(/^ยืนยันการถอน 300\.00\sบาท เข้าบัญชี กรุงไทย ลงท้าย \d{4}/);
    await reader.press('button', /^ยืนยันถอน 300/);
    await reader.expectAnnouncement(/ถอน 300\.00\sบาทสำเร็จ/);
    await reader.press('button', 'ปิด');
    await reader.expectText(/700 ?\.00\sบาท/);
  });

  await test.step('reads the line', async () => {
    await reader.press('link', 'ประวัติ');
    await reader.press('link', /ถอนเงิน.*300\.00/);
    await reader.expectText(/ถอนเงิน −300\.00\sบาท สำเร็จ จาก กระเป๋า ไปยัง กรุงไทย/);
    await reader.press('button', 'กลับ');
  });

  await test.step('gets a reply', async () => {
    await reader.press('button', /^แชตกับทีมดูแล/);
    await reader.write('ข้อความ', 'ได้เงินแล้วค่ะ');
    await reader.press('button', /^ส่ง/);
    const support = await Support.openSession();
    await expect.poll(async () => (await support.conversationOf(member)) !== undefined).toBe(true);
    await (await support.conversationOf(member)).sendText('ยินดีค่ะ');
    await reader.expectAnnouncement(/ยินดีค่ะ/);
    await reader.press('button', 'ปิด');
  });

  await test.step('logs out', async () => {
    await reader.press('link', 'โปรไฟล์');
    await reader.press('button', 'ออกจากระบบ');
    await reader.expectElement('dialog', /^ออกจากระบบ/);
    await reader.press('button', 'ออกจากระบบ');
    await expect(page).toHaveURL(/\/login/);
  });
  expect([...reader.faults]).toEqual([]);
  expect(await fetchPayouts(member)).toHaveLength(1);
  expect((await fetchLedger(member)).balance).toBe(700);
});
