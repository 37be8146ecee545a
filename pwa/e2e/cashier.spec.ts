import {
  callApi,
  fetchLedger,
  fundWallet,
  createHolderName,
  createMember,
  logInByApi,
  type Member,
} from './api';
import {
  startAction,
  confirmAction,
  cursorRow,
  detail,
  uploadLateSlip,
  openMemberPhone,
  moveCursorTo,
  transferFromStranger,
  confirmActionBy,
  confirmByEnter,
} from './cashier';
import { CONSOLE_DEVICE, logInAtConsole, createOperator, openConsole, createSession } from './console';
import { serverUrls } from './server';
import { expect, test } from './journey';
import { InterceptedCall } from './money';
import { fetchPayouts, makeBankTransfer } from './sandbox';

test.use(CONSOLE_DEVICE);

const balanceOf = async (member: Member) => (await fetchLedger(member)).balance;

async function requestWithdrawal(member: Member, amount: number): Promise<void> {
  await callApi('POST', '/api/wallet/withdraw', { amount }, await logInByApi(member));
}

/** Changes a canned reply until the audit log has more than one page. */
async function fillAuditLog(operator: string): Promise<void> {
  const { token } = await createSession(operator);
  const reply = { title: 'hello', th: 'สวัสดี', lo: 'ສະບາຍດີ', en: 'Hello' };
  const { id } = await callApi<{ id: number }>('POST', '/api/operator/chat/canned', reply, token);
  for (let i = 0; i < 50; i++) await callApi('PUT', `/api/operator/chat/canned/${id}`, reply, token);
  await callApi('DELETE', `/api/operator/chat/canned/${id}`, undefined, token);
}

test('a cashier starts at the queue and credits a late slip by keyboard alone; the member’s app shows the money', async ({
  page,
  browser,
}) => {
  const member = await createMember();
  await uploadLateSlip(member, 432.1);
  const phone = await openMemberPhone(browser, member);
  await logInAtConsole(page, await createOperator('cashier'));
  await expect(page).toHaveURL(`${serverUrls.app}/operator/cashier`);
  await moveCursorTo(page, member.id);

  await expect(detail(page).getByRole('row', { name: 'ชื่อบัญชี' }).locator('[data-fit]')).toHaveAttribute(
    'data-fit',
    'fits',
  );
  await expect(detail(page).getByRole('row', { name: 'ธนาคาร' }).locator('[data-fit]')).toHaveAttribute(
    'data-fit',
    'fits',
  );
  await expect(detail(page).getByRole('row', { name: 'เลขบัญชี' }).locator('[data-fit]')).toHaveAttribute(
    'data-fit',
    'fits',
  );
  await expect(detail(page).getByRole('row', { name: 'เวลาโอน' }).locator('[data-fit]')).toHaveAttribute(
    'data-fit',
    'unsure',
  );
  await expect(detail(page).getByRole('button', { name: 'เปิดดู สลิปจากสมาชิก' }).locator('img')).toBeVisible();
  await expect(detail(page).getByRole('button', { name: 'เติม 432.10 บาท' })).toBeVisible();
  await page.keyboard.press('Alt+a');
  await expect(detail(page).getByText('จะเติม 432.10 บาท เข้ากระเป๋าของ')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(detail(page).getByRole('button', { name: 'เติม 432.10 บาท' })).toBeVisible();
  expect(await balanceOf(member)).toBe(0);
  await startAction(page, 'Alt+a');
  await confirmByEnter(page);

  await expect(page.getByText('เติม 432.10 บาท แล้ว')).toBeVisible();
  await expect(cursorRow(page)).toContainText('เสร็จแล้ว');
  await page.keyboard.press('Alt+a');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('[data-row]').filter({ hasText: member.id })).toHaveCount(0);
  await phone.page.getByRole('button', { name: 'เช็กยอดล่าสุด' }).click();
  await expect(phone.page.getByText('+432.10')).toBeVisible();
  expect(await balanceOf(member)).toBe(432.1);
  expect(phone.faults).toEqual([]);
  await phone.close();
});

test('a slip is refused with one of the notes, and the member can read why', async ({ page, browser }) => {
  const member = await createMember();
  await uploadLateSlip(member, 612);
  await logInAtConsole(page, await createOperator('cashier'));
  await moveCursorTo(page, member.id);
  await startAction(page, 'Alt+r');
  await page.keyboard.press('Enter');
  await expect(page.getByText('บอกเหตุผลก่อน')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await confirmByEnter(page);
  await expect(page.getByText('ปฏิเสธสลิปแล้ว')).toBeVisible();

  const phone = await openMemberPhone(browser, member);
  await phone.page.goto('/user/statement?sheet=slips');
  await expect(phone.page.getByRole('row').getByText('(สลิปเกินเวลาที่กำหนด)')).toBeVisible();
  expect(await balanceOf(member)).toBe(0);
  await phone.close();
});

test('a bank transfer with too few details is assigned to a member by search, and is credited once although the response was lost', async ({
  page,
}) => {
  // The bank reports two digits of the account number. Many members share them, so a unique account name
  // identifies this member.
  const member = await createMember({ bankAccountName: createHolderName() });
  // Nothing else in the row is unique to this journey.
  const amount = (10_000 + Math.floor(Math.random() * 90_000)) / 100; // Exact satang.
  await makeBankTransfer(member, amount, { feed: true, feedDigits: 2 });
  await logInAtConsole(page, await createOperator('cashier'));
  await moveCursorTo(page, amount.toFixed(2));
  await page.keyboard.press('Alt+a');
  await expect(page.getByText('เลือกสมาชิกก่อน')).toBeVisible();
  // The first digits find other members too. Their results disappear when the search for the next digit
  // starts.
  const found = page.waitForResponse((response) => response.url().includes(member.phone));
  await page.keyboard.type(member.phone);
  await found;
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(detail(page).getByRole('row', { name: 'เลขบัญชี' }).locator('[data-fit]')).toHaveAttribute(
    'data-fit',
    'unsure',
  );
  const intercepted = await InterceptedCall.on(page, 'POST', '/api/operator/items/UNMATCHED/*/credit');
  intercepted.responsesToLose = Infinity;

  await startAction(page, 'Alt+a');
  await confirmByEnter(page);

  await intercepted.loseUntil(page.getByText('กำลังตรวจกับระบบอีกครั้ง'));
  await expect(page.getByText(`เติม ${amount.toFixed(2)} บาท แล้ว`)).toBeVisible();
  expect([intercepted.keys.length, intercepted.commandCount]).toEqual([intercepted.lostCount + 1, 1]);
  expect(await balanceOf(member)).toBe(amount);
});

test('a bank transfer from a payer other than the member is credited by two operators, with a reason', async ({
  page,
  browser,
}) => {
  const member = await createMember();
  const payer = await transferFromStranger(888.25);
  await logInAtConsole(page, await createOperator('cashier'));
  await moveCursorTo(page, payer);
  await page.keyboard.press('Alt+a');
  await page.keyboard.type(member.phone);
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(detail(page).getByRole('row', { name: 'ธนาคาร' }).locator('[data-fit]')).toHaveAttribute(
    'data-fit',
    'differs',
  );
  await expect(detail(page).getByText('ต้องระบุเหตุผลและให้คนที่สองอนุมัติ')).toBeVisible();

  await page.keyboard.press('Alt+a');
  await page.getByLabel('เหตุผล').fill('บัญชีของพี่ชาย มีหนังสือยืนยัน');
  await confirmActionBy(page, (button) => button.click());
  await expect(page.getByText('เสนอแล้ว รอคนที่สอง')).toBeVisible();
  expect(await balanceOf(member)).toBe(0);
  const other = await openConsole(browser);
  await logInAtConsole(other.page, await createOperator('cashier'), '/operator/cashier/two');
  await other.page.getByTestId('pairs').getByRole('button').filter({ hasText: '888.25' }).click();
  await expect(detail(other.page).getByText('บัญชีของพี่ชาย')).toBeVisible();
  await confirmAction(other.page, 'อนุมัติว่าเป็นของสมาชิกนี้');

  await expect(other.page.getByText('อนุมัติแล้ว มีผลทันที').first()).toBeVisible();
  expect(await balanceOf(member)).toBe(888.25);
  expect(other.faults).toEqual([]);
  await other.close();
});

test('a bank transfer without a member is listed for return, and is removed once the reference of the return is entered', async ({
  page,
}) => {
  const payer = await transferFromStranger(845.75);
  await logInAtConsole(page, await createOperator('cashier'));
  await moveCursorTo(page, payer);
  await page.keyboard.press('Alt+r');
  await expect(detail(page).getByText('ยอด 845.75 บาท ไม่ใช่ของสมาชิก')).toBeVisible();
  await confirmByEnter(page);
  await expect(page.getByText('ย้ายไปที่ “เงินต้องคืน” แล้ว')).toBeVisible();

  const row = page.locator('[data-row^=RETURN]').filter({ hasText: payer });
  await row.click();
  await page.keyboard.press('Alt+a');
  await expect(page.getByText('กรอกเลขอ้างอิงของการโอนคืน')).toBeVisible();
  await page.keyboard.type('SCB20261121');
  await page.keyboard.press('Enter');
  await expect(detail(page).getByText('จะบันทึกว่าคืน 845.75 บาท แล้ว เลขอ้างอิง SCB20261121')).toBeVisible();
  await confirmByEnter(page);

  await expect(page.getByText('บันทึกว่าคืน 845.75 บาท แล้ว')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowUp');
  await expect(row).toHaveCount(0);
});

test('a withdrawal above the limit is approved and paid once', async ({ page }) => {
  const member = await createMember();
  await fundWallet(member, 70_000);
  await requestWithdrawal(member, 60_000);
  await logInAtConsole(page, await createOperator('cashier'));
  await moveCursorTo(page, member.id);
  expect(await fetchPayouts(member)).toEqual([]);

  await detail(page).getByRole('button', { name: 'อนุมัติ 60,000.00 บาท' }).dblclick();
  await expect(detail(page).getByText('จะจ่าย 60,000.00 บาท ไปที่ KTB')).toBeVisible();
  expect(await fetchPayouts(member)).toEqual([]);
  await confirmActionBy(page, (button) => button.dblclick());

  await expect
    .poll(() => fetchPayouts(member))
    .toEqual([expect.objectContaining({ amount: 60_000, status: 'SUCCESS' })]);
  await expect
    .poll(
      async () =>
        (await fetchLedger(member)).lines.find(({ statementType }) => statementType === 'withdraw')?.status,
    )
    .toBe('SUCCESS');
  expect(await balanceOf(member)).toBe(10_000);
});

test('refusing a withdrawal requires a reason and returns the money', async ({ page, browser }) => {
  const member = await createMember();
  await fundWallet(member, 70_000);
  await requestWithdrawal(member, 65_000);
  await logInAtConsole(page, await createOperator('cashier'));
  await moveCursorTo(page, member.id);
  expect(await balanceOf(member)).toBe(5_000);
  await startAction(page, 'Alt+r');
  await page.keyboard.press('Enter');
  await expect(page.getByText('บอกเหตุผลก่อน')).toBeVisible();
  await page.keyboard.type('ชื่อบัญชีปลายทางไม่ตรง');
  await page.keyboard.press('Enter');
  await confirmByEnter(page);

  await expect(page.getByText('ปฏิเสธการถอนแล้ว เงินกลับเข้ากระเป๋า')).toBeVisible();
  expect(await balanceOf(member)).toBe(70_000);
  expect(await fetchPayouts(member)).toEqual([]);
  const phone = await openMemberPhone(browser, member);
  await phone.page.goto('/user/statement');
  await expect(phone.page.getByRole('listitem').filter({ hasText: 'ถอนเงิน' })).toContainText(
    'เงินกลับเข้ากระเป๋าแล้ว',
  );
  await phone.close();
});

test('an item that a colleague ended stays under the cursor, shows that a colleague ended it, and ignores keys', async ({
  page,
  browser,
}) => {
  const member = await createMember();
  await uploadLateSlip(member, 555);
  const other = await openConsole(browser);
  await logInAtConsole(page, await createOperator('cashier'));
  await logInAtConsole(other.page, await createOperator('cashier'));
  await moveCursorTo(page, member.id);
  await moveCursorTo(other.page, member.id);
  await startAction(page, 'Alt+a');
  await startAction(other.page, 'Alt+a');
  await confirmByEnter(other.page);
  await expect(other.page.getByText('เติม 555.00 บาท แล้ว')).toBeVisible();

  // If the change notification arrived first, the key has no effect.
  await page.keyboard.press('Enter');
  await expect(cursorRow(page)).toContainText('คนอื่นทำ');
  await expect(detail(page).getByText('มีเพื่อนร่วมงานจัดการรายการนี้แล้ว')).toBeVisible();
  await page.keyboard.press('Alt+a');
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('[data-row]').filter({ hasText: member.id })).toHaveCount(0);
  expect(await balanceOf(member)).toBe(555);
  expect(other.faults).toEqual([]);
  await other.close();
});

test('an adjustment needs two operators: its proposer cannot approve it, a colleague can', async ({
  page,
  browser,
}) => {
  const member = await createMember();
  const [first, second] = await Promise.all([createOperator('cashier'), createOperator('cashier')]);
  await logInAtConsole(page, first, '/operator/cashier/two');
  await expect(
    page.getByText('ไม่มีรายการรอคนที่สอง').or(page.getByTestId('pairs').getByRole('listitem').first()),
  ).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(member.phone);
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await detail(page).getByRole('button', { name: 'ปรับยอดกระเป๋า' }).click();
  await page.getByLabel('จำนวนเงิน').fill('250.5');
  await page.getByLabel('เหตุผล').fill('ชดเชยยอดที่ตกหล่น');
  await confirmActionBy(page, (button) => button.dblclick());
  await expect(page.getByText('เสนอแล้ว รอคนที่สอง')).toBeVisible();
  const mine = page.getByTestId('pairs').getByRole('button').filter({ hasText: '+250.50' });
  await expect(mine).toHaveCount(1);
  await mine.click();
  await expect(detail(page).getByRole('button', { name: 'ต้องให้คนอื่นอนุมัติ' })).toBeDisabled();
  await page.keyboard.press('Alt+a');
  expect(await balanceOf(member)).toBe(0);

  const other = await openConsole(browser);
  await logInAtConsole(other.page, second, '/operator/cashier/two');
  await other.page.getByTestId('pairs').getByRole('button').filter({ hasText: first }).click();
  await expect(detail(other.page).getByText('ชดเชยยอดที่ตกหล่น')).toBeVisible();
  await confirmAction(other.page, 'อนุมัติ 250.50 บาท');

  await expect(other.page.getByText('อนุมัติแล้ว มีผลทันที').first()).toBeVisible();
  expect(await balanceOf(member)).toBe(250.5);
  await expect(mine).toContainText('สิ้นสุดแล้ว');
  expect(other.faults).toEqual([]);
  await other.close();
});

test('an admin can read the colleagues’ actions page by page', async ({ page }) => {
  const member = await createMember();
  await uploadLateSlip(member, 910.2);
  const cashier = await createOperator('cashier');
  await fillAuditLog(await createOperator('support'));
  await logInAtConsole(page, cashier);
  await moveCursorTo(page, member.id);
  await startAction(page, 'Alt+a');
  await confirmByEnter(page);
  await expect(page.getByText('เติม 910.20 บาท แล้ว')).toBeVisible();
  await page.getByRole('button', { name: /^บัญชีและการแสดงผล/ }).click();
  await page.getByRole('button', { name: 'ออกจากระบบ' }).click();

  await logInAtConsole(page, await createOperator('admin'));
  await page.getByRole('navigation').getByRole('button', { name: 'บันทึกการทำงาน' }).click();
  const entry = page.getByRole('row').filter({ hasText: cashier }).filter({ hasText: 'เติมเงินตามสลิป' });
  await expect(entry).toContainText('910.20');
  await page.getByRole('button', { name: 'หน้า 2', exact: true }).click();
  await expect(page.getByRole('button', { name: 'หน้า 2', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'แชต', exact: true })).toBeVisible();
});
