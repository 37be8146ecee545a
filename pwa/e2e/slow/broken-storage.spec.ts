/**
 * Browsers whose stores are missing, blocked, null, full or dead. The member continues in memory or by the
 * network. The app says what is lost with the page, and what the member can do.
 */
import type { Page } from '@playwright/test';
import { keepTogether } from '../../src/i18n/keep-together';
import {
  fetchLedger,
  fundWallet,
  createAccountNo,
  createMember,
  createPhoneNumber,
  type Member,
} from '../api';
import { findChatMessage, addUniqueSuffix } from '../chat';
import {
  waitUntilCached,
  closeSheet,
  expect,
  closeOutcomeSheet,
  uploadSlip,
  logInOnLoginPage,
  openChat,
  test,
  sendChatText,
} from '../journey';
import { openWithdrawConfirmation, confirmButton, dialog, openDeposit } from '../money';
import { fetchSmsCode, fetchPayouts, makeBankTransfer } from '../sandbox';

interface Fault {
  /** Breaks the stores of these names. Runs in the page before any code of the app. */
  breakStores: (names: string[]) => void;
  names?: string[];
  /** The text of the notice. Undefined if no data of the member are lost with the page. */
  notice?: RegExp;
}

const AREAS = ['localStorage', 'sessionStorage'];
const setNull = (names: string[]) => {
  for (const name of names) Object.defineProperty(window, name, { value: null });
};
const setUndefined = (names: string[]) => {
  for (const name of names) Object.defineProperty(window, name, { value: undefined });
};

const BLOCKED = /ไม่เก็บข้อมูล กรุณาเปิดใน Chrome หรือ Safari/;
const BROKEN = /พื้นที่เก็บข้อมูลของแอปขัดข้อง ถ้าปิดหน้านี้ รายการที่ยังไม่ส่งจะหาย/;
const FULL = /พื้นที่ในเครื่องเต็ม กรุณาลบไฟล์ที่ไม่ใช้/;

const FAULTS: Record<string, Fault> = {
  'refuses local and session storage': {
    breakStores: (names) => {
      for (const name of names)
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
    },
    names: AREAS,
    notice: BLOCKED,
  },
  'has a null for local and session storage': { breakStores: setNull, names: AREAS, notice: BLOCKED },
  'has full local and session storage': {
    breakStores: () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('exceeded the quota', 'QuotaExceededError');
      };
    },
    notice: FULL,
  },
  'has no IndexedDB': { breakStores: setUndefined, names: ['indexedDB'], notice: BLOCKED },
  'has a null for IndexedDB': { breakStores: setNull, names: ['indexedDB'], notice: BLOCKED },
  'refuses IndexedDB': {
    breakStores: () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The user denied permission to access the database.', 'SecurityError');
      };
    },
    notice: BLOCKED,
  },
  'cannot open IndexedDB': {
    breakStores: () => {
      IDBFactory.prototype.open = () => {
        const request = new EventTarget() as EventTarget & {
          onerror?: (event: Event) => void;
          error: unknown;
        };
        request.error = new DOMException('Internal error opening backing store', 'UnknownError');
        setTimeout(() => {
          const event = new Event('error', { cancelable: true });
          request.onerror?.(Object.defineProperty(event, 'target', { value: request }));
        });
        return request as unknown as IDBOpenDBRequest;
      };
    },
    notice: BLOCKED,
  },
  'opens IndexedDB and then fails at each step': {
    breakStores: () => {
      IDBDatabase.prototype.transaction = () => {
        throw new DOMException('Internal error committing transaction.', 'UnknownError');
      };
    },
    notice: BROKEN,
  },
  'registers no worker': {
    breakStores: () => {
      ServiceWorkerContainer.prototype.register = () =>
        Promise.reject(
          new DOMException('The user denied permission to use Service Worker.', 'SecurityError'),
        );
    },
  },
  'has none of them, and no cache': {
    breakStores: setUndefined,
    names: [...AREAS, 'indexedDB', 'caches'],
    notice: BLOCKED,
  },
};

for (const [name, { breakStores, names = [], notice }] of Object.entries(FAULTS)) {
  test(`in a browser that ${name} a member logs in, submits a slip, withdraws, chats and logs out`, async ({
    page,
  }) => {
    const member = await createMember();
    await fundWallet(member, 500);
    await page.addInitScript(breakStores, names);

    await logInOnLoginPage(page, { phone: member.phone, password: member.password });
    await expect(page.getByText('500.00').first()).toBeVisible();
    if (notice) await expect(page.getByRole('status').filter({ hasText: notice }).first()).toBeVisible();

    await expectWorkingApp(page, member);
  });
}

test('the app works by the network if the worker’s caches fail, and if the worker is removed', async ({
  page,
  context,
}) => {
  const member = await logInWithWorker(page);
  await context.serviceWorkers()[0]!.evaluate(() => {
    const fail = () => Promise.reject(new DOMException('Unexpected internal error.', 'UnknownError'));
    for (const step of ['open', 'match', 'has', 'keys', 'delete'] as const)
      CacheStorage.prototype[step] = fail;
  });

  await page.reload();
  await expect(page.getByText('500.00').first()).toBeVisible();
  await openWithdrawConfirmation(page, '200');
  await page.evaluate(async () => {
    for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister();
  });
  await closeSheet(page);
  await page.reload();

  await expectWorkingApp(page, member);
});

test('caches that the browser emptied are filled at the next start, and the app opens without a network', async ({
  page,
  context,
}) => {
  await logInWithWorker(page);
  const shell = await readPrecache(page);
  expect(shell.length).toBeGreaterThan(50);

  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.reload();

  await expect.poll(() => readPrecache(page)).toEqual(shell);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('500.00').first()).toBeVisible();
});

test('the app works from the registration on in a messenger’s browser without worker, push, clipboard, share and lasting storage', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const name of ['serviceWorker', 'clipboard', 'share', 'canShare', 'storage', 'locks', 'setAppBadge'])
      Object.defineProperty(navigator, name, { value: undefined });
    for (const name of ['Notification', 'PushManager', 'BroadcastChannel', 'PublicKeyCredential'])
      Object.defineProperty(window, name, { value: undefined });
  });
  const member = await register(page);
  await fundWallet(member, 500);

  await logInOnLoginPage(page, member);
  await openDeposit(page);
  await dialog(page).getByRole('button', { name: 'คัดลอกเลขบัญชี', exact: true }).click();
  await expect(page.getByText(/^คัดลอกแล้ว: \d/).first()).toBeVisible();
  await closeSheet(page);

  await expectWorkingApp(page, member);
});

/** Logs in a new member with 500 baht. Resolves when the worker has precached the app. */
async function logInWithWorker(page: Page): Promise<Member> {
  const member = await createMember();
  await fundWallet(member, 500);
  await logInOnLoginPage(page, member);
  await waitUntilCached(page);
  return member;
}

/** Continues from a home page that shows 500 baht, up to the logout. */
async function expectWorkingApp(page: Page, member: Member): Promise<void> {
  await uploadSlip(page, (await makeBankTransfer(member, 90)).picture);
  await expect(dialog(page).getByText(keepTogether('90.00 บาท เข้ากระเป๋าแล้ว'))).toBeVisible({
    timeout: 60_000,
  });
  await closeOutcomeSheet(page);

  await openWithdrawConfirmation(page, '200');
  await confirmButton(page).click();
  await expect(dialog(page).getByText(keepTogether('ถอน 200.00 บาทสำเร็จ')).last()).toBeVisible();
  await closeOutcomeSheet(page);
  expect(await fetchPayouts(member)).toHaveLength(1);
  expect((await fetchLedger(member)).balance).toBe(390);

  await sendChatMessage(page);
  await logOut(page);
}

/** Returns the addresses in the worker's precache. */
function readPrecache(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const name = (await caches.keys()).find((each) => each.includes('precache'));
    const files = name ? await (await caches.open(name)).keys() : [];
    return files.map(({ url }) => url).sort();
  });
}

async function register(page: Page): Promise<Member> {
  const [phone, bankAccountNo, password] = [createPhoneNumber(), createAccountNo(), 'correct horse'];
  await page.goto('/register');
  await page.getByLabel('เบอร์โทรศัพท์ 10 หลัก').fill(phone);
  await page.getByRole('button', { name: 'ถัดไป' }).click();
  const code = page.getByLabel('รหัส OTP');
  await code.waitFor();
  await code.fill(await fetchSmsCode(phone));
  await page.getByLabel('ชื่อโปรไฟล์').fill('มะลิ');
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(password);
  await page.getByLabel('ยืนยันรหัสผ่าน').fill(password);
  await page.getByRole('button', { name: 'ถัดไป' }).click();
  await page.getByRole('button', { name: 'ธนาคาร', exact: true }).click();
  await dialog(page).getByText('กรุงไทย').click();
  await page.getByLabel('เลขบัญชี').fill(bankAccountNo);
  await page.getByLabel('ชื่อ', { exact: true }).fill('mali');
  await page.getByLabel('นามสกุล').fill('sukjai');
  await page.getByRole('button', { name: 'สมัครสมาชิก' }).click();
  await page.waitForURL('**/login');
  const account = { bankCode: 'KTB', bankAccountName: 'MALI SUKJAI', bankAccountNo };
  return { id: '', phone, password, name: 'มะลิ', ...account };
}

async function sendChatMessage(page: Page): Promise<void> {
  const words = addUniqueSuffix('สวัสดีค่ะ');
  await openChat(page);
  await sendChatText(page, words);
  await expect(findChatMessage(page, words).and(page.locator('[data-delivery=sent]'))).toBeVisible();
  await closeSheet(page);
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'ออกจากระบบ' }).click();
  await dialog(page).getByRole('button', { name: 'ออกจากระบบ' }).click();
  await page.waitForURL('**/login**');
}
