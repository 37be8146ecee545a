/** Whole journeys without a pointer. */
import { createAccountNo, createPhoneNumber } from '../api';
import { expect, test } from '../journey';
import { Keys } from '../keys';
import { dialog } from '../money';
import { fetchSmsCode, makeBankTransfer } from '../sandbox';

test.use({ hasTouch: false, isMobile: false });

// One test covers everything a member does with the app, key by key. It takes longer than other journeys.
test('a member with only a keyboard registers, deposits by slip, withdraws, reads a statement line, chats and logs out', async ({
  page,
}) => {
  const keys = new Keys(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const inSheet = (name: string | RegExp) => dialog(page).getByRole('button', { name, exact: true });
  const phone = createPhoneNumber();
  const bankAccountNo = createAccountNo();

  await test.step('registers', async () => {
    await page.goto('/login');
    await keys.press(page.getByRole('link', { name: 'สมัครสมาชิก' }));
    await keys.type(page.getByLabel('เบอร์โทรศัพท์ 10 หลัก'), phone);
    await page.keyboard.press('Enter');
    const code = page.getByLabel('รหัส OTP');
    await code.waitFor();
    await keys.expectFocusKept('the code');
    await keys.type(code, await fetchSmsCode(phone));
    await keys.type(page.getByLabel('ชื่อโปรไฟล์'), 'มะลิ');
    await keys.type(page.getByLabel('รหัสผ่าน', { exact: true }), 'correct horse');
    await keys.type(page.getByLabel('ยืนยันรหัสผ่าน'), 'correct horse');
    await keys.press(button(/^รู้จักเราจาก/));
    await choose('เพื่อนแนะนำ');
    await expect(button(/^รู้จักเราจาก/)).toBeFocused();
    await keys.press(button('ถัดไป'));
    await button('ธนาคาร').waitFor();
    await keys.expectFocusKept('the bank');
    await keys.press(button('ธนาคาร'));
    await choose('กสิกรไทย');
    await keys.type(page.getByLabel('เลขบัญชี'), bankAccountNo);
    await keys.type(page.getByLabel('ชื่อ', { exact: true }), 'MALI');
    await keys.type(page.getByLabel('นามสกุล'), 'SUKJAI');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/login');
  });

  await test.step('logs in', async () => {
    await keys.type(page.getByLabel('เบอร์โทรศัพท์'), phone);
    await keys.type(page.getByLabel('รหัสผ่าน', { exact: true }), 'correct horse');
    await page.keyboard.press('Enter');
    await keys.press(inSheet('ยอมรับ'));
    await expect(dialog(page)).toHaveCount(0);
  });

  await test.step('deposits by slip', async () => {
    await keys.press(page.getByRole('navigation').getByRole('link', { name: 'ประวัติ' }));
    await keys.press(button(/^อัป.?โหลดสลิป$/));
    await dialog(page).waitFor();
    const fileChooser = page.waitForEvent('filechooser');
    await keys.press(inSheet(/^เลือกรูปสลิป|^เลือกรูป/), 'Space');
    const bank = { bankCode: 'KBANK', bankAccountNo, bankAccountName: 'MALI SUKJAI' };
    await (await fileChooser).setFiles((await makeBankTransfer(bank, 900)).picture);
    await keys.press(inSheet(/^(ส่งสลิป|ส่งรูปนี้เลย)$/));
    await dialog(page).getByText('900.00 บาท เข้ากระเป๋าแล้ว').waitFor();
    await expect(dialog(page).getByRole('status').filter({ hasText: '900.00' })).toBeFocused();
    await keys.press(inSheet('ปิด').last());
    await expect(dialog(page)).toHaveCount(0);
    await expect(button(/^อัป.?โหลดสลิป$/)).toBeFocused();
  });

  await test.step('withdraws', async () => {
    await keys.press(page.getByRole('navigation').getByRole('link', { name: 'กระเป๋าของฉัน' }));
    await keys.press(button('ถอนเงิน'), 'Space');
    await keys.type(dialog(page).locator('input'), '300');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'ยืนยันการถอน' }).waitFor();
    await keys.expectFocusKept('the confirmation');
    await keys.press(inSheet(/^ยืนยันถอน /));
    await dialog(page).getByText('ถอน 300.00 บาทสำเร็จ').last().waitFor();
    await keys.expectFocusKept('the outcome of the withdrawal');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(button('ถอนเงิน')).toBeFocused();
  });

  await test.step('reads a statement line', async () => {
    await keys.press(page.getByRole('navigation').getByRole('link', { name: 'ประวัติ' }));
    await keys.press(page.getByRole('main').getByRole('listitem').getByRole('link'));
    await page.waitForURL('**/user/statement/**');
    await keys.press(button('กลับ'));
    await page.waitForURL(/statement$/);
  });

  await test.step('chats', async () => {
    await keys.press(button(/^แช.?ตกับทีมดูแล/));
    await keys.type(page.getByRole('textbox', { name: 'ข้อความ' }), 'สวัสดี');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByText('สวัสดี', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(button(/^แช.?ตกับทีมดูแล/)).toBeFocused();
  });

  await test.step('logs out', async () => {
    await keys.press(page.getByRole('navigation').getByRole('link', { name: 'โปรไฟล์' }));
    await keys.press(button('ออกจากระบบ'));
    await keys.press(inSheet('ออกจากระบบ'));
    await page.waitForURL('**/login');
  });
  expect(keys.faults).toEqual([]);

  /** Moves by arrow keys to the row. The list of rows stays open until Enter. */
  async function choose(row: string): Promise<void> {
    const radios = dialog(page).getByRole('radio');
    await keys.moveTo(radios);
    const wanted = dialog(page).getByRole('radio', { name: row });
    await expect
      .poll(async () => {
        const isThere = await wanted.evaluate((each) => each === document.activeElement);
        if (!isThere) await page.keyboard.press('ArrowDown');
        return isThere;
      })
      .toBe(true);
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toHaveCount(0);
  }
});
