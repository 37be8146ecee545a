import { fetchLedger, createMember } from './api';
import {
  waitUntilCached,
  closeSheet,
  expect,
  uploadSlip,
  logInOnLoginPage,
  openSlips,
  openWithStoredToken,
  tapBar,
  test,
  recordPageFaults,
  WITH_WORKER,
} from './journey';
import { openPhone } from './phone';
import { isMarked, markPage } from './update';
import { withPhone } from './with-phone';
import { HOUSE_ACCOUNT, fetchTotalPaid, makeBankTransfer } from './sandbox';

test.use(WITH_WORKER);

// Opens the browser twice, which takes longer than other journeys.
withPhone(
  'a slip uploaded offline survives closing the browser and is credited once',
  async ({ folder, network }) => {
    const member = await createMember();

    let browser = await openPhone(folder);
    let faults = await recordPageFaults(browser);
    let page = browser.pages()[0]!;
    await openWithStoredToken(page, member, '/user/home', network.url);
    await page.getByRole('button', { name: 'ฝากเงิน' }).click();
    await expect(page.getByRole('dialog').getByText('048-392-1567')).toBeVisible();
    await expect(page.getByRole('dialog').getByText(HOUSE_ACCOUNT.toName).first()).toBeVisible();
    await closeSheet(page);
    const { picture } = await makeBankTransfer(member, 500.25);
    await waitUntilCached(page);

    await network.cut();
    await browser.setOffline(true);
    await uploadSlip(page, picture);
    await expect(page.getByText(/ยังไม่ได้ส่ง/)).toBeVisible();
    await expect(page.getByText(/เงินเข้ากระเป๋าแล้ว/)).toHaveCount(0);
    expect(faults).toEqual([]);
    await browser.close();
    expect((await fetchLedger(member)).lines).toEqual([]);

    browser = await openPhone(folder, { offline: true });
    faults = await recordPageFaults(browser);
    page = browser.pages()[0]!;
    await page.goto(network.url);
    await expect(page).toHaveURL(/user\/home/);
    await expect(page.getByRole('status').getByText('รอส่ง 1')).toBeVisible();
    await openSlips(page);
    await expect(page.getByRole('dialog').getByText('ยังไม่ได้ส่ง')).toBeVisible();
    await markPage(page);

    await network.open();
    await browser.setOffline(false);
    const row = page.getByRole('row').filter({ hasText: '500.25' });
    await expect(row.getByText('สำเร็จ')).toBeVisible();
    await expect(page.getByText('ยังไม่ได้ส่ง')).toHaveCount(0);
    await closeSheet(page);
    await expect(page.getByRole('listitem').filter({ hasText: 'ฝากเงิน' })).toContainText('+500.25');
    await tapBar(page, 'กระเป๋าของฉัน');
    await expect(page.getByText('500.25').first()).toBeVisible();
    await expect(page.getByRole('status').getByText('รอส่ง')).toHaveCount(0);
    expect(await isMarked(page), 'all this without a reload').toBe(true);

    const { balance, lines } = await fetchLedger(member);
    expect(lines).toEqual([
      expect.objectContaining({ statementType: 'deposit', status: 'SUCCESS', amount: 500.25 }),
    ]);
    expect(balance).toBe(await fetchTotalPaid(member));
    expect(balance).toBe(500.25);
    expect(faults).toEqual([]);
    await browser.close();
  },
);

test('a slip submitted without remember-me waits for the next login, and is then sent automatically', async ({
  context,
}) => {
  let page = await context.newPage();
  const member = await createMember();
  await logInOnLoginPage(page, member, { remember: false });
  await waitUntilCached(page);
  const { picture } = await makeBankTransfer(member, 75);
  await context.setOffline(true);
  const failedUpload = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/api/wallet/slip'),
  );
  await uploadSlip(page, picture);
  await expect(page.getByText(/ยังไม่ได้ส่ง/)).toBeVisible();
  // The worker is not offline here. If it took over an item from the page, the item would be sent.
  await failedUpload;

  // Closing the tab ends its session; the other data stay.
  await page.close();
  page = await context.newPage();
  await page.goto('/user/home');
  await expect(page).toHaveURL(/login/);
  await context.setOffline(false);
  expect((await fetchLedger(member)).balance).toBe(0);
  await page.getByLabel('เบอร์โทรศัพท์').fill(member.phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).click();

  await expect(page.getByText('+75.00')).toBeVisible();
  expect((await fetchLedger(member)).balance).toBe(75);
});
