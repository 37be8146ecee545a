/** The Laos variant, whole: its own server and its own build, from registering to the money in one's bank. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { newPhone } from './api';
import { house, moveIn, type Home } from './house';
import { expect, test as journey } from './journey';
import { codeFor, payoutsTo, transfer } from './world';

const ROOT = resolve(import.meta.dirname, '../..');
/** Kip comes to the account of BCEL that the demo content seeds. */
const BCEL = { toBank: 'BCEL', toAccountNo: '010120000456789001', toName: 'KRAPAO PAY' };
const BUILD_MS = 600_000;

/** A house of its own: the server of the variant, with the app that was built for it. */
const test = journey.extend<object, { laos: Home }>({
  laos: [
    async ({}, use) => {
      // Nothing to do where it is built and no source has changed since.
      await promisify(execFile)('make', ['laos-app'], { cwd: ROOT });
      const outer = { ...process.env };
      const own = await moveIn({ LAOS: '1', APP_DIR: resolve(ROOT, 'bin/laos-app') });
      await use(own);
      await own.close();
      Object.assign(process.env, outer);
    },
    { scope: 'worker', timeout: BUILD_MS },
  ],
  baseURL: async ({ laos: _laos }, use) => use(house.app),
});
test.setTimeout(120_000);

// spec 1.2a, 1.2b, 2.22d, 5.2b, 9.3b, 9.4, 9.49, D2.8, P7.2
test('a member registers in Lao with eight digits and kip, deposits to BCEL by LAPNet, withdraws, and reads it all in kip', async ({
  page,
}) => {
  const phone = newPhone().slice(2);
  const account = {
    bankCode: 'BCEL',
    bankAccountNo: `0101200004567${phone.slice(3)}`,
    bankAccountName: 'MANY SUKCHAY',
  };
  const sheet = page.getByRole('dialog');
  const next = page.getByRole('button', { name: 'ຕໍ່ໄປ' });

  await page.goto('/register');
  expect(await page.locator('html').getAttribute('lang')).toBe('lo');
  await page.getByLabel('ເບີໂທ 8 ຫາ 11 ຕົວເລກ').fill(phone.slice(0, 7));
  await next.click();
  await expect(page.getByText('ເບີໂທຕ້ອງມີ 8 ຫາ 11 ຕົວເລກ')).toBeVisible();
  await page.getByLabel('ເບີໂທ 8 ຫາ 11 ຕົວເລກ').fill(phone);
  await next.click();
  await expect(page.getByRole('heading', { name: 'ໃສ່ລະຫັດຈາກ SMS' })).toBeVisible();
  await page.getByLabel('ລະຫັດ OTP').fill(await codeFor(phone));
  await page.getByLabel('ຊື່ໂປຣໄຟລ໌').fill('ມະນີ');
  await page.getByLabel('ລະຫັດຜ່ານ', { exact: true }).fill('correct horse');
  await page.getByLabel('ຢືນຢັນລະຫັດຜ່ານ').fill('correct horse');
  await next.click();
  await expect(page.getByLabel('ກີບ (LAK)')).toBeChecked();
  await page.getByRole('button', { name: 'ທະນາຄານ', exact: true }).click();
  await expect(sheet.getByText('ທະນາຄານກະສິກອນໄທ')).toHaveCount(0);
  await sheet.getByText('ທະນາຄານການຄ້າຕ່າງປະເທດລາວ').click();
  await page.getByLabel('ເລກບັນຊີ').fill(account.bankAccountNo);
  await page.getByLabel('ຊື່', { exact: true }).fill('many');
  await page.getByLabel('ນາມສະກຸນ').fill('sukchay');
  await page.getByRole('button', { name: 'ສະໝັກສະມາຊິກ' }).click();
  await page.waitForURL('**/login**');

  await page.getByLabel('ເບີໂທ').fill(phone);
  await page.getByLabel('ລະຫັດຜ່ານ', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'ເຂົ້າສູ່ລະບົບ' }).click();
  await page.waitForURL('**/user/home**');
  await page.getByRole('button', { name: 'ຮັບຊາບ' }).click();
  await expect(page.getByText('ກີບ').first()).toBeVisible();

  await page.getByRole('button', { name: 'ຝາກເງິນ', exact: true }).click();
  await sheet.getByRole('tab').nth(1).click();
  await expect(sheet.getByRole('img', { name: /LAPNet/ })).toBeVisible();
  await sheet.getByRole('button', { name: '500,000' }).click();
  await expect(sheet.getByRole('img', { name: /LAPNet.*500,000\.00 ກີບ/ })).toBeVisible();
  await transfer(account, 500_000, { ...BCEL, feed: true });
  await page.goto('/user/home');
  await expect(page.getByText('500,000.00').first()).toBeVisible({ timeout: 30_000 });

  await page.getByRole('button', { name: 'ຖອນເງິນ', exact: true }).click();
  await sheet.locator('input[inputmode=decimal]').fill('200000');
  await sheet.getByRole('button', { name: /^ຖອນ 200,000\.00 ກີບ/ }).click();
  await sheet.getByRole('button', { name: /200,000\.00 ກີບ/ }).click();
  await expect(sheet.getByText('ຖອນ 200,000.00 ກີບແລ້ວ').last()).toBeVisible({ timeout: 30_000 });
  expect(await payoutsTo(account)).toEqual([
    expect.objectContaining({ amount: 200_000, currency: 'LAK', toBank: '27710418', status: 'SUCCESS' }),
  ]);

  await page.goto('/user/statement');
  await expect(page.getByRole('listitem').filter({ hasText: 'ຖອນເງິນ' })).toContainText('\u2212200,000.00');
  await expect(page.getByRole('listitem').filter({ hasText: 'ຝາກເງິນ' })).toContainText('+500,000.00');
  expect(await page.locator('body').innerText()).not.toContain('ບາດ');
});
