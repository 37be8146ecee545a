/** The Laos variant: its own server and its own build, from registration to the payout. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { fetchLedger, createAccountNo, createMember, createPhoneNumber, type Member } from '../api';
import { findMissingFields, FieldChecker } from '../fields';
import { serverUrls, startServer, type RunningServer } from '../server';
import { findGameCard, reportPlays } from '../games';
import { expect, test as journey } from '../journey';
import { Support } from '../support';
import { fetchSmsCode, fetchPayouts, makeBankTransfer } from '../sandbox';
import { keepTogether } from '../../src/i18n/keep-together';

const ROOT = resolve(import.meta.dirname, '../../..');
/** The account of BCEL that receives kip, from the demo content. */
const BCEL = { toBank: 'BCEL', toAccountNo: '010120000456789001', toName: 'KRAPAO PAY' };
const BUILD_MS = 600_000;

/** A separate server of the Laos variant, with the app built for it. */
const test = journey.extend<object, { laos: RunningServer }>({
  laos: [
    async ({}, use) => {
      // `make laos-app` does nothing if the app is built and no source has changed since.
      await promisify(execFile)('make', ['laos-app'], { cwd: ROOT });
      const savedEnv = { ...process.env };
      const own = await startServer({ LAOS: '1', APP_DIR: resolve(ROOT, 'bin/laos-app') });
      await use(own);
      await own.close();
      Object.assign(process.env, savedEnv);
    },
    { scope: 'worker', timeout: BUILD_MS },
  ],
  baseURL: async ({ laos: _laos }, use) => use(serverUrls.app),
});
test.setTimeout(240_000);
// One server and one build for all tests.
test.describe.configure({ mode: 'default' });

// spec 9.49
test('a member registers in Lao with eight digits and kip, deposits to BCEL by LAPNet, withdraws, and sees every amount in kip', async ({
  page,
}) => {
  const phone = createPhoneNumber().slice(2);
  const account = {
    bankCode: 'BCEL',
    bankAccountNo: `0101200004567${phone.slice(3)}`,
    bankAccountName: 'MANY SUKCHAY',
  };
  const sheet = page.getByRole('dialog');
  const next = page.getByRole('button', { name: 'ຕໍ່ໄປ' });

  await page.goto('/register');
  expect(await page.locator('html').getAttribute('lang')).toBe('lo');
  await page.getByLabel('ເບີໂທ 8 ຫາ 11 ຕົວເລກ').fill(phone);
  await next.click();
  await expect(page.getByRole('heading', { name: 'ປ້ອນລະຫັດຈາກ SMS' })).toBeVisible();
  await page.getByLabel('ລະຫັດ OTP').fill(await fetchSmsCode(phone));
  await page.getByLabel('ຊື່ໂປຣໄຟລ໌').fill('ມະນີ');
  await page.getByLabel('ລະຫັດຜ່ານ', { exact: true }).fill('correct horse');
  await page.getByLabel('ຢືນຢັນລະຫັດຜ່ານ').fill('correct horse');
  await next.click();
  await expect(page.getByLabel('ກີບ (LAK)')).toBeChecked();
  await page.getByRole('button', { name: 'ທະນາຄານ', exact: true }).click();
  await sheet.getByText('ທະນາຄານການຄ້າຕ່າງປະເທດລາວ').click();
  await page.getByLabel('ເລກບັນຊີ').fill(account.bankAccountNo);
  await page.getByLabel('ຊື່', { exact: true }).fill('many');
  await page.getByLabel('ນາມສະກຸນ').fill('sukchay');
  await page.getByRole('button', { name: 'ສະໝັກສະມາຊິກ' }).click();
  await page.waitForURL('**/login**');

  await logInOnLoginPage(page, phone);
  await expect(page.getByText('ກີບ').first()).toBeVisible();

  await page.getByRole('button', { name: 'ຝາກເງິນ', exact: true }).click();
  await sheet.getByRole('tab').nth(1).click();
  await expect(sheet.getByRole('img', { name: /LAPNet/ })).toBeVisible();
  const fields = new FieldChecker(page);
  await fields.shot('lapnet');
  expect([...fields.findings, ...findMissingFields(fields.foundFields, 'laos')]).toEqual([]);
  await sheet.getByRole('button', { name: '500,000' }).click();
  await expect(sheet.getByRole('img', { name: /LAPNet.*500,000\.00\sກີບ/ })).toBeVisible();
  await expect(sheet.getByRole('link', { name: /BCEL One/ })).toHaveAttribute(
    'href',
    /^onepay:\/\/qr\/000201/,
  );
  await makeBankTransfer(account, 500_000, { ...BCEL, feed: true });
  await page.goto('/user/home');
  await expect(page.getByText('500,000.00').first()).toBeVisible({ timeout: 30_000 });

  await page.getByRole('button', { name: 'ຖອນເງິນ', exact: true }).click();
  await sheet.locator('input[inputmode=decimal]').fill('200000');
  await sheet.getByRole('button', { name: /^ຖອນ 200,000\.00\sກີບ/ }).click();
  await sheet.getByRole('button', { name: /200,000\.00\sກີບ/ }).click();
  await expect(sheet.getByText('ຖອນ 200,000.00 ກີບສຳເລັດ').last()).toBeVisible({ timeout: 30_000 });
  expect(await fetchPayouts(account)).toEqual([
    expect.objectContaining({ amount: 200_000, currency: 'LAK', toBank: '27710418', status: 'SUCCESS' }),
  ]);

  await page.goto('/user/statement');
  await expect(page.getByRole('listitem').filter({ hasText: 'ຖອນເງິນ' })).toContainText('\u2212200,000.00');
  await expect(page.getByRole('listitem').filter({ hasText: 'ຝາກເງິນ' })).toContainText('+500,000.00');
  await expect(page.getByRole('button', { name: /^ອັບ/ })).toHaveCount(0); // The verifier cannot check these slips.
  expect(await page.locator('body').innerText()).not.toContain('ບາດ');
});

test('a member with kip takes a bonus, plays, and spins the wheel, with every amount in kip', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const member = await createMemberWithKip(700_000);
  const sheet = page.getByRole('dialog');
  const expectNoBaht = async () => expect(await page.locator('body').innerText()).not.toContain('ບາດ');
  await page.goto('/login');
  await logInOnLoginPage(page, member.phone);
  for (const name of ['PG Soft', 'USUN', 'Circus', 'UFABET', 'Huay Lao'])
    await expect(findGameCard(page, { name })).toBeVisible();
  await expect(findGameCard(page, { name: 'Joker' })).toHaveCount(0);

  await page.getByRole('link', { name: keepTogether('ໂບນັດ'), exact: true }).click();
  const welcome = page.getByRole('listitem').filter({ hasText: '20%' });
  await expect(welcome).toHaveCount(1);
  await expectNoBaht();
  await welcome.getByRole('button').click();
  await sheet.getByRole('button', { name: keepTogether('ຮັບໂບນັດ 140,000.00 ກີບ') }).click();
  await sheet.getByRole('button', { name: keepTogether('ຢືນຢັນຮັບໂບນັດ 140,000.00 ກີບ') }).click();
  await expect(page.getByText(keepTogether('ໂບນັດທີ່ໃຊ້ຢູ່'))).toBeVisible({ timeout: 30_000 });
  expect((await fetchLedger(member)).balance).toBe(840_000);
  await expectNoBaht();

  await page.goto('/user/home');
  await findGameCard(page, { name: 'PG Soft' }).click();
  await sheet.getByRole('button', { name: 'ເປີດໃຊ້ງານ PG Soft' }).click();
  await expect(sheet.getByText('ຊື່ຜູ້ໃຊ້', { exact: true })).toBeVisible({ timeout: 30_000 });
  await page.goto('/user/home');
  await transferInSheet(page, 'ກະເປົາ', 'PG Soft', '200,000');
  await expect(findGameCard(page, { name: 'PG Soft' })).toContainText('200,000.00');
  await expectNoBaht();
  await reportPlays(member, { code: 'pglao' }, 175_000, { times: 4 });
  await transferInSheet(page, 'PG Soft', 'ກະເປົາ', '200,000');
  expect((await fetchLedger(member)).balance).toBe(840_000);

  await page.getByRole('link', { name: 'ໝຸນວົງລໍ້' }).click();
  const spinButton = page.getByRole('region', { name: 'ວົງລໍ້' }).getByRole('button');
  await expect(spinButton).toContainText('14 ຫຼຽນ');
  await expectNoBaht();
  const spinResponse = page.waitForResponse(
    (response) => response.url().endsWith('/spinwheel/spin') && response.ok(),
  );
  await spinButton.click();
  const { result } = (await (await spinResponse).json()) as { result: { label: string } };
  expect(result.label).toMatch(/^[\d,]+\sກີບ$|^ເສຍໃຈນຳ$/);
  const words = result.label.endsWith('ກີບ') ? result.label : 'ຫຼຽນທີ່ເຫຼືອຍັງຢູ່ຄົບ';
  await expect(sheet).toContainText(words, { timeout: 20_000 });
  await expectNoBaht();

  await page.goto('/user/statement');
  await expect(page.getByRole('listitem').filter({ hasText: keepTogether('ໂບນັດ') })).toContainText(
    '+140,000.00',
  );
  await expectNoBaht();
});

test('a member of the Laos variant writes to support in Lao, gets the reply, and logs out of a Lao app', async ({
  page,
}) => {
  const member = await createMemberWithKip(50_000);
  const sheet = page.getByRole('dialog');
  await page.goto('/login');
  await logInOnLoginPage(page, member.phone);

  await page.getByRole('link', { name: 'ຕິດຕໍ່', exact: true }).click();
  await page.getByRole('button', { name: keepTogether('ເລີ່ມແຊັດ') }).click();
  await sheet.getByRole('textbox', { name: 'ຂໍ້ຄວາມ' }).fill('ຖອນເງິນຈັກນາທີ');
  await sheet.getByRole('button', { name: 'ສົ່ງ', exact: true }).click();
  const conversation = await (await Support.openSession()).conversationOf(member);
  await conversation.sendText('ສອງສາມນາທີ');
  await expect(sheet.getByText('ສອງສາມນາທີ', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(sheet).toHaveCount(0);

  await page.getByRole('link', { name: 'ໂປຣໄຟລ໌', exact: true }).click();
  await page.getByRole('banner').getByRole('button').last().click();
  await sheet.getByRole('button', { name: 'ອອກຈາກລະບົບ' }).click();
  await page.waitForURL('**/login**');
  await expect(page.locator('html')).toHaveAttribute('lang', 'lo');
  expect(
    await page.evaluate(() => localStorage.getItem('token') ?? sessionStorage.getItem('token')),
  ).toBeNull();
});

/** Creates a member with this much kip. */
async function createMemberWithKip(kip: number): Promise<Member> {
  const account = {
    bankCode: 'BCEL',
    bankAccountNo: `01012000${createAccountNo()}`,
    bankAccountName: 'MANY SUKCHAY',
  };
  const member = await createMember({ ...account, currency: 'LAK' });
  await makeBankTransfer(account, kip, { ...BCEL, feed: true });
  await expect.poll(async () => (await fetchLedger(member)).balance, { timeout: 60_000 }).toBe(kip);
  return member;
}

async function logInOnLoginPage(page: Page, phone: string): Promise<void> {
  await page.getByLabel('ເບີໂທ').fill(phone);
  await page.getByLabel('ລະຫັດຜ່ານ', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'ເຂົ້າສູ່ລະບົບ' }).click();
  await page.waitForURL('**/user/home**');
  await page.getByRole('button', { name: 'ຍອມຮັບ' }).click();
}

/** Transfers money in the transfer sheet, and waits until it has arrived. */
async function transferInSheet(page: Page, from: string, to: string, amount: string): Promise<void> {
  const sheet = page.getByRole('dialog');
  await page.getByRole('button', { name: 'ໂອນເງິນ', exact: true }).click();
  await sheet.getByRole('radiogroup').nth(0).getByRole('radio', { name: from }).click();
  await sheet.getByRole('radiogroup').nth(1).getByRole('radio', { name: to }).click();
  await sheet.getByRole('textbox').fill(amount.replaceAll(',', ''));
  await sheet.getByRole('button', { name: `ໂອນ ${amount}.00 ກີບ ໄປ ${to}` }).click();
  await expect(sheet.getByText(`ໂອນ ${amount}.00 ກີບແລ້ວ`).last()).toBeVisible({ timeout: 40_000 });
  await sheet.getByRole('button', { name: 'ປິດ' }).filter({ hasText: 'ປິດ' }).click();
}
