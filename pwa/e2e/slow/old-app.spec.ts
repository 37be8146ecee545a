/**
 * A phone that missed releases. Its old app calls today's server, and then today's app opens its old
 * databases.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { fetchLedger, fundWallet, createMember, type Member } from '../api';
import {
  waitUntilCached,
  expect,
  closeOutcomeSheet,
  uploadSlip,
  logInOnLoginPage,
  test,
  WITH_WORKER,
} from '../journey';
import { Release } from '../release';
import { fetchPayouts, makeBankTransfer, type Picture } from '../sandbox';
import { keepTogether } from '../../src/i18n/keep-together';

test.use(WITH_WORKER);

const isOld = (page: Page) =>
  page
    .evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('-of-old.js')))
    .catch(() => true); // while it reloads

test('an old version of the app opens, works, and keeps its queue through the update that it offers', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const release = await Release.open();
  release.older = true;
  const member = await createMember();
  await fundWallet(member, 500);
  await page.goto(`${release.url}/login`);
  await logInOnLoginPage(page, member);
  await waitUntilCached(page);
  expect(await isOld(page)).toBe(true);
  release.mute = '/api/wallet/slip';
  await uploadSlip(page, (await makeBankTransfer(member, 130)).picture);
  await expect(page.getByText(/ยังไม่ได้ส่ง/)).toBeVisible();
  await closeOutcomeSheet(page);

  release.older = false;
  await fundWallet(member, 70);
  await page.goto(`${release.url}/user/home`);
  expect(await isOld(page), 'the old version opens from its cache').toBe(true);
  await expect(page.getByText('570.00').first()).toBeVisible({ timeout: 60_000 });
  const banner = page.getByRole('status').filter({ hasText: 'มีเวอร์ชันใหม่' });
  await expect(banner).toBeVisible();
  // The old version's file of this language does not exist any more.
  await page.goto(`${release.url}/user/profile?sheet=language`);
  await page.getByRole('dialog').getByText('ລາວ').click();
  await expect.poll(() => isOld(page), 'a missing file loads the new version').toBe(false);

  await page.goto(`${release.url}/user/home?sheet=queue`);
  await expect(page.getByRole('dialog').getByText(keepTogether('ยังไม่ได้ส่ง')).first()).toBeVisible();
  release.mute = '';
  // When the network returns, queued items are sent at once, however long they would have waited.
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expect(page.getByText('700.00').first()).toBeVisible({ timeout: 60_000 });
  expect((await fetchLedger(member)).lines).toHaveLength(3);
  await release.close();
});

test('databases of the first version open with all of the member’s own data', async ({ page }) => {
  const member = await createMember();
  await fundWallet(member, 500);
  await logInOnLoginPage(page, member);
  await page.goto('/robots.txt'); // A file of this origin that runs no code of the app.
  const { picture } = await makeBankTransfer(member, 140);
  const id = randomUUID();
  const key = randomUUID();
  await page.evaluate(createOldDatabases, buildFirstVersion(member, id, key, picture));

  const withdrawal = page.waitForRequest('**/api/wallet/withdrawAll');
  await page.goto('/user/home');

  expect((await withdrawal).headers()['idempotency-key']).toBe(key);
  await expect(page.getByText('540.00').first()).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => countRows(page, member, 'outbox')).toBe(0);
  await expect.poll(() => countRows(page, member, 'commands')).toBe(0);
  expect(await fetchPayouts(member)).toEqual([expect.objectContaining({ amount: 100 })]);
  expect((await fetchLedger(member)).balance).toBe(540);
});

interface OldDatabases {
  db: string;
  rows: Record<string, object[]>;
  picture: number[];
}

/**
 * Returns databases in the form of the first version, with a slip that was never sent and a withdrawal
 * without a response.
 */
function buildFirstVersion(
  member: Member,
  id: string,
  key: string,
  { buffer, mimeType }: Picture,
): OldDatabases {
  const now = Date.now();
  const at = new Date(now).toISOString();
  const sha256 = createHash('sha256').update(buffer).digest('hex');
  const file = { size: buffer.length, mime: mimeType, sha256 };
  const command = { method: 'POST', path: '/api/wallet/withdrawAll', body: { amount: 100 }, createdAt: now };
  const promised = { amount: null, currency: '', status: 'PENDING', review: false, link: '', reference: '' };
  return {
    db: `w_${member.id}`,
    picture: [...buffer],
    rows: {
      outbox: [
        {
          id,
          lane: 'slip',
          kind: 'slip',
          state: 'waiting',
          createdAt: now,
          capturedAt: now,
          tries: 3,
          nextAt: now,
          ...file,
        },
      ],
      blobs: [{ id, mime: mimeType, sha256 }],
      slips: [{ clientId: id, createdAt: at, capturedAt: at, version: 0, unsent: true, ...promised }],
      commands: [{ key, name: 'withdraw', ...command }],
      cursors: [
        { scope: 'sync', cursor: '', complete: false, fetchedAt: now, lookupTags: {}, staleLookups: [] },
      ],
    },
  };
}

/** Runs in the page. Deletes today's database, and creates the first version's. */
async function createOldDatabases({ db: name, rows, picture }: OldDatabases): Promise<void> {
  const STORES: Record<string, [path: string, indices: string[]]> = {
    lookups: ['key', []],
    home: ['key', []],
    statement: ['_id', ['createdAt']],
    slips: ['clientId', ['createdAt']],
    cursors: ['scope', []],
    blobs: ['id', []],
    outbox: ['seq', ['&id', 'lane']],
    commands: ['key', []],
  };
  const done = (request: IDBRequest) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  await done(indexedDB.deleteDatabase(name));
  const opening = indexedDB.open(name, 10); // The first version, in Dexie's numbering.
  opening.onupgradeneeded = () => {
    for (const [store, [keyPath, indices]] of Object.entries(STORES)) {
      const made = opening.result.createObjectStore(store, { keyPath, autoIncrement: keyPath === 'seq' });
      for (const index of indices)
        made.createIndex(index.replace('&', ''), index.replace('&', ''), { unique: index.startsWith('&') });
    }
  };
  const db = (await done(opening)) as IDBDatabase;
  for (const [store, all] of Object.entries(rows))
    for (const row of all) {
      const bytes = new Uint8Array(picture).buffer;
      await done(
        db
          .transaction(store, 'readwrite')
          .objectStore(store)
          .put(store === 'blobs' ? { ...row, bytes } : row),
      );
    }
  db.close();
}

function countRows(page: Page, member: Member, store: string): Promise<number> {
  return page.evaluate(
    ([name, table]) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction(table).objectStore(table).count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
    [`w_${member.id}`, store] as const,
  );
}
