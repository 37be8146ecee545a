import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { callApi, fetchLedger, createAccountNo, createPhoneNumber, logInByApi, type Member } from '../api';
import { CuttableProxy } from '../proxy';
import { fetchSmsCode, createGiftLink, fetchPayouts, payQr, makeBankTransfer } from '../sandbox';
import { WebKit } from './browser';

const PERSON = { password: 'correct horse', name: 'มะลิ', bankCode: 'KTB', bankAccountName: 'MALI SUKJAI' };

const test = base.extend<{ network: CuttableProxy; webkit: WebKit; folder: string }>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'krapao-gallery-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  network: async ({}, use) => {
    const network = await CuttableProxy.build();
    await use(network);
    await network.cut();
  },
  webkit: async ({}, use, info) => {
    const webkit = await WebKit.open();
    await use(webkit);
    if (info.status !== info.expectedStatus)
      await writeFile(info.outputPath('last.png'), await webkit.takePicture());
    await webkit.close();
  },
});

test('a member registers, deposits by three methods, withdraws, chats, reads the statement without a network, and logs out', async ({
  network,
  webkit,
  folder,
}) => {
  const phone = createPhoneNumber();
  const member = { ...PERSON, phone, id: '', bankAccountNo: createAccountNo() };
  await register(webkit, network.url, member);
  await logInOnLoginPage(webkit, member);

  const slip = join(folder, 'slip.png');
  await writeFile(slip, (await makeBankTransfer(member, 500)).picture.buffer);
  await webkit.goto(`${network.url}/user/statement?sheet=slips`);
  await webkit.selectFile('[data-testid=slip-file]', slip);
  await webkit.tap('[role=dialog] button', 'ส่งสลิป');
  await webkit.find('[role=dialog]', '500.00 บาท เข้ากระเป๋าแล้ว');
  await depositByQr(webkit, network.url, member);
  await depositByGift(webkit, network.url);
  expect((await fetchLedger(member)).balance).toBe(620);

  await withdraw(webkit, network.url);
  expect(await fetchPayouts(member)).toEqual([expect.objectContaining({ amount: 400, status: 'SUCCESS' })]);
  await chat(webkit, network.url);

  await webkit.goto(`${network.url}/user/home`);
  await webkit.find('main', '220.00');
  await webkit.evaluate('await navigator.serviceWorker.ready; return true');
  await webkit.reload();
  await webkit.find('main', '220.00');
  await network.cut();
  await webkit.goto(`${network.url}/user/statement`);
  await webkit.find('main li', '400.00');
  await webkit.find('[role=status]', 'ออฟไลน์');
  await network.open();

  await webkit.goto(`${network.url}/user/home?sheet=logout`);
  await webkit.tap('[role=dialog] button', 'ออกจากระบบ');
  await webkit.find('h1', 'เข้าสู่ระบบ');
  await webkit.goto(`${network.url}/user/home`);
  await webkit.find('h1', 'เข้าสู่ระบบ');
});

async function register(
  webkit: WebKit,
  url: string,
  member: typeof PERSON & { phone: string; bankAccountNo: string },
) {
  await webkit.goto(`${url}/register`);
  await webkit.fill('input[inputmode=numeric], input[type=tel]', member.phone);
  await webkit.tap('form button[type=submit]');
  await webkit.find('input[autocomplete="one-time-code"]');
  await webkit.fill('input[autocomplete="one-time-code"]', await fetchSmsCode(member.phone));
  await webkit.fill('input[name=name]', member.name);
  await webkit.fill('input[name=password]', member.password);
  await webkit.fill('input[name=confirm]', member.password);
  await choose(webkit, 'เพื่อนแนะนำ');
  await webkit.tap('form button[type=submit]');
  await webkit.fill('input[name=accountNo]', member.bankAccountNo);
  await choose(webkit, 'กรุงไทย');
  await webkit.fill('input[name=firstName]', 'MALI');
  await webkit.fill('input[name=lastName]', 'SUKJAI');
  await webkit.tap('form button[type=submit]');
  await webkit.find('h1', 'เข้าสู่ระบบ');
}

/** Selects a row in the sheet that a field opens. */
async function choose(webkit: WebKit, words: string): Promise<void> {
  await webkit.tap('form button[aria-haspopup=dialog]');
  await webkit.tap('[role=dialog] label', words);
  await webkit.waitUntilGone('[role=dialog]');
}

async function logInOnLoginPage(
  webkit: WebKit,
  { phone, password }: { phone: string; password: string },
): Promise<void> {
  await webkit.fill('input[name=username], input[type=tel]', phone);
  await webkit.fill('input[type=password]', password);
  await webkit.tap('form button[type=submit]');
  await webkit.tap('[role=dialog] button', 'ยอมรับ');
  await webkit.waitUntilGone('[role=dialog]');
}

async function depositByQr(webkit: WebKit, url: string, member: Member): Promise<void> {
  await webkit.goto(`${url}/user/home?sheet=deposit`);
  await webkit.tap('[role=dialog] [role=tab]', 'QR');
  await webkit.tap('[role=dialog] button', '100');
  await webkit.tap('[role=dialog] button', 'สร้าง QR');
  await webkit.find('[role=dialog] :is(img, [role=img])', 'QR สำหรับโอน');
  const { qrcodeId } = await callApi<{ qrcodeId: string }>(
    'GET',
    '/api/qrcode/KBANK',
    undefined,
    await logInByApi(member),
  );
  await payQr(qrcodeId);
  await expect.poll(async () => (await fetchLedger(member)).balance).toBe(600);
}

async function depositByGift(webkit: WebKit, url: string): Promise<void> {
  await webkit.goto(`${url}/user/home?sheet=deposit`);
  await webkit.tap('[role=dialog] [role=tab]', 'ซองของขวัญ');
  await webkit.fill('[role=dialog] input', await createGiftLink(20));
  await webkit.tap('[role=dialog] button', 'รับเงินเข้ากระเป๋า');
  await webkit.find('[role=dialog] [role=status]', '20.00');
}

async function withdraw(webkit: WebKit, url: string): Promise<void> {
  await webkit.goto(`${url}/user/home?sheet=withdraw`);
  await webkit.fill('[role=dialog] input', '400');
  await webkit.tap('[role=dialog] button[type=submit]');
  await webkit.tap('[role=dialog] button', 'ถอน 400.00 บาท');
  await webkit.find('[role=dialog] [role=status]', 'ถอน 400.00 บาทสำเร็จ');
}

async function chat(webkit: WebKit, url: string): Promise<void> {
  await webkit.goto(`${url}/user/home?sheet=chat`);
  await webkit.fill('[role=dialog] textarea', 'สวัสดีค่ะ');
  await webkit.tap('[role=dialog] button', 'ส่ง');
  await webkit.find('[role=dialog] [data-delivery=sent]', 'สวัสดีค่ะ');
}
