/**
 * Other apps share a slip or a gift link with this app. Also covers the addresses that password managers
 * request of every site.
 */
import type { Page } from '@playwright/test';
import { fetchLedger, createMember } from './api';
import { waitUntilCached, expect, openWithStoredToken, test, WITH_WORKER } from './journey';
import { serverUrls } from './server';
import { dialog } from './money';
import { createGiftLink, makeBankTransfer, type Picture } from './sandbox';

test.use(WITH_WORKER);

/** Posts to the manifest's share target as the system does: a navigation with a form of files and text. */
async function share(
  page: Page,
  { text = '', picture }: { text?: string; picture?: Picture },
): Promise<void> {
  const { share_target } = (await (await fetch(`${serverUrls.app}/manifest.webmanifest`)).json()) as {
    share_target: {
      action: string;
      method: string;
      enctype: string;
      params: { text: string; files: { name: string }[] };
    };
  };
  await page.evaluate(
    ({ action, method, enctype, params, words, file }) => {
      const form = Object.assign(document.createElement('form'), { action, method, enctype });
      const field = Object.assign(document.createElement('textarea'), { name: params.text, value: words });
      form.append(field);
      if (file) {
        const bytes = Uint8Array.from(atob(file.base64), (char) => char.charCodeAt(0));
        const transferred = new DataTransfer();
        transferred.items.add(new File([bytes], file.name, { type: file.mimeType }));
        const input = Object.assign(document.createElement('input'), {
          type: 'file',
          name: params.files[0]!.name,
        });
        input.files = transferred.files;
        form.append(input);
      }
      document.body.append(form);
      form.submit();
    },
    {
      ...share_target,
      words: text,
      file: picture && { ...picture, base64: picture.buffer.toString('base64'), buffer: undefined },
    },
  );
}

test('a slip that a bank app shares without a network is offered, stored, and credited once the network is back', async ({
  page,
  context,
}) => {
  const member = await createMember();
  await openWithStoredToken(page, member);
  await waitUntilCached(page);
  const { picture } = await makeBankTransfer(member, 81.25);

  await context.setOffline(true);
  await share(page, { picture });
  await expect(page).toHaveURL(/\/user\/statement\?sheet=slips/);
  // The slip is only offered. Nothing is sent or queued before the member confirms.
  await dialog(page)
    .getByRole('button', { name: /^(ส่งสลิป|ส่งรูปนี้เลย)$/ })
    .click();
  await expect(page.getByText(/ยังไม่ได้ส่ง/).first()).toBeVisible();
  await context.setOffline(false);

  await expect.poll(async () => (await fetchLedger(member)).balance, { timeout: 60_000 }).toBe(81.25);
});

test('a gift link that another app shares fills its field, and is credited after one tap', async ({
  page,
}) => {
  const member = await createMember();
  await openWithStoredToken(page, member);
  await waitUntilCached(page);
  const link = await createGiftLink(67);

  await share(page, { text: `ส่งซองของขวัญให้คุณ ${link} กดรับได้เลย` });

  await expect(dialog(page).locator('input')).toHaveValue(link);
  expect(page.url()).not.toContain('gift.truemoney');
  expect((await fetchLedger(member)).balance).toBe(0);
  await dialog(page).getByRole('button', { name: 'รับเงินเข้ากระเป๋า' }).click();
  await expect.poll(async () => (await fetchLedger(member)).balance, { timeout: 30_000 }).toBe(67);
});

test('a password manager finds the page to change the password, also from the cached app', async ({
  page,
}) => {
  await openWithStoredToken(page, await createMember());
  await waitUntilCached(page);

  await page.goto('/.well-known/change-password');

  await expect(page).toHaveURL(/\/user\/profile\?sheet=password/);
  await expect(dialog(page).locator('input[type=password]').first()).toBeVisible();
});
