/** A whole journey that uses only a screen reader: no positions, no colours, no pictures. */
import { ledgerOf, fund, newMember } from '../api';
import { ScreenReader } from '../ear';
import { expect, test } from '../journey';
import { Support } from '../support';
import { payoutsTo } from '../sandbox';

test.describe.configure({ timeout: 180_000 });

test('a member with a screen reader logs in, withdraws, reads the line, and gets a reply from support', async ({
  page,
}) => {
  const ear = await ScreenReader.on(page);
  const member = await newMember();
  await fund(member, 1000);

  await test.step('logs in', async () => {
    await page.goto('/login');
    await ear.write('เบอร์โทรศัพท์', member.phone);
    await ear.write('รหัสผ่าน', member.password);
    await ear.press('button', 'เข้าสู่ระบบ');
    await ear.press('button', 'ยอมรับ');
    await ear.expectText(/ยอดเงินทั้งหมด.*1,000 ?\.00\sบาท/);
  });

  await test.step('withdraws', async () => {
    await ear.press('button', 'ถอนเงิน');
    await ear.write(/^จำนวนเงิน/, '300');
    await ear.press('button', /^ถอน 300/);
    await ear.expectFocus(/^ยืนยันการถอน 300\.00\sบาท เข้าบัญชี กรุงไทย ลงท้าย \d{4}/);
    await ear.press('button', /^ยืนยันถอน 300/);
    await ear.expectAnnouncement(/ถอน 300\.00\sบาทสำเร็จ/);
    await ear.press('button', 'ปิด');
    await ear.expectText(/700 ?\.00\sบาท/);
  });

  await test.step('reads the line', async () => {
    await ear.press('link', 'ประวัติ');
    await ear.press('link', /ถอนเงิน.*300\.00/);
    await ear.expectText(/ถอนเงิน −300\.00\sบาท สำเร็จ จาก กระเป๋า ไปยัง กรุงไทย/);
    await ear.press('button', 'กลับ');
  });

  await test.step('is answered', async () => {
    await ear.press('button', /^แชตกับทีมดูแล/);
    await ear.write('ข้อความ', 'ได้เงินแล้วค่ะ');
    await ear.press('button', /^ส่ง/);
    const support = await Support.signIn();
    await expect.poll(async () => (await support.conversationOf(member)) !== undefined).toBe(true);
    await (await support.conversationOf(member)).sendText('ยินดีค่ะ');
    await ear.expectAnnouncement(/ยินดีค่ะ/);
    await ear.press('button', 'ปิด');
  });

  await test.step('logs out', async () => {
    await ear.press('link', 'โปรไฟล์');
    await ear.press('button', 'ออกจากระบบ');
    await ear.expectElement('dialog', /^ออกจากระบบ/);
    await ear.press('button', 'ออกจากระบบ');
    await expect(page).toHaveURL(/\/login/);
  });
  expect([...ear.faults]).toEqual([]);
  expect(await payoutsTo(member)).toHaveLength(1);
  expect((await ledgerOf(member)).balance).toBe(700);
});
