/** A new member's first day in Lao and in English, checked by the texts that the app shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ParseKeys, TypeOptions } from 'i18next';
import type {} from '../../src/i18n/i18next';
import { callApi, callAsMember, createAccountNo, createPhoneNumber } from '../api';
import { games, reportPlays } from '../games';
import { serverUrls } from '../server';
import { expect, test } from '../journey';
import { dialog } from '../money';
import { Support } from '../support';
import { fetchSmsCode, createGiftLink, payQr, makeBankTransfer } from '../sandbox';

test.describe.configure({ timeout: 240_000 });

for (const locale of ['lo', 'en'] as const) {
  test(`in ${locale} a new member registers, deposits by three methods, plays, withdraws, takes a bonus, spins, chats and logs out`, async ({
    page,
    context,
  }) => {
    await context.addCookies([{ name: 'locale', value: locale, url: serverUrls.app }]);
    await page.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale);
    const textOf = createTextOf(locale);
    const phone = createPhoneNumber();
    const account = { bankCode: 'KTB', bankAccountNo: createAccountNo(), bankAccountName: 'MALI SUKJAI' };
    const button = (words: RegExp) => page.getByRole('button', { name: words });
    const inSheet = (words: RegExp) => dialog(page).getByRole('button', { name: words });
    const go = (words: RegExp) => page.getByRole('navigation').getByRole('link', { name: words }).click();

    /** Closes a sheet, and the offer to install the app, which a full browser may show after it. */
    const closeSheet = async (done: RegExp) => {
      // The close button in the sheet's header may have the same name.
      await inSheet(done).last().click();
      const later = inSheet(textOf('shell:install.later'));
      await expect(async () => {
        if (await later.isVisible()) await later.click({ timeout: 2_000 });
        await expect(dialog(page)).toHaveCount(0, { timeout: 2_000 });
      }).toPass({ timeout: 30_000 });
    };

    await test.step('registers', async () => {
      await page.goto('/login');
      await page
        .getByRole('main')
        .getByRole('link', { name: textOf('identity:login.register') })
        .click();
      await page.getByLabel(textOf('signup:register.phone.label')).fill(phone);
      await button(textOf('signup:register.next')).click();
      const code = page.getByLabel(textOf('signup:register.otp.label'));
      await code.waitFor();
      await code.fill(await fetchSmsCode(phone));
      await page.getByLabel(textOf('signup:register.profile.name')).fill('Mali');
      await page.getByLabel(textOf('identity:password')).fill('correct horse');
      await page.getByLabel(textOf('signup:register.profile.confirm')).fill('correct horse');
      await button(textOf('signup:register.next')).click();
      await button(textOf('signup:register.bank.bank')).click();
      await dialog(page)
        .getByText(/Krungthai|ກຸງ.?ໄທ/)
        .click();
      await page.getByLabel(textOf('signup:register.bank.number')).fill(account.bankAccountNo);
      await page.getByLabel(textOf('signup:register.bank.first')).fill('mali');
      await page.getByLabel(textOf('signup:register.bank.last')).fill('sukjai');
      await button(textOf('signup:register.bank.submit')).click();
      await page.waitForURL('**/login**');
      await page.getByLabel(textOf('identity:phone')).fill(phone);
      await page.getByLabel(textOf('identity:password')).fill('correct horse');
      await button(textOf('identity:login.submit')).click();
      await inSheet(textOf('content:agreement.accept')).click();
      await expect(dialog(page)).toHaveCount(0);
    });

    await test.step('deposits by slip', async () => {
      await go(textOf('shell:nav.statement'));
      await button(textOf('statement:uploadSlip')).click();
      const { picture } = await makeBankTransfer(account, 500);
      await page.getByTestId('slip-file').first().setInputFiles(picture);
      await inSheet(textOf('cashier:send.submit')).click();
      await expect(dialog(page).getByText(textOf('cashier:track.done', { amount: '500.00' }))).toBeVisible({
        timeout: 60_000,
      });
      await closeSheet(textOf('cashier:track.finish'));
    });

    await test.step('deposits by gift link', async () => {
      await go(textOf('shell:nav.home'));
      await button(textOf('home:deposit')).click();
      await dialog(page)
        .getByRole('tab', { name: textOf('cash:ways.gift') })
        .click();
      await dialog(page)
        .getByRole('textbox')
        .fill(await createGiftLink(59));
      await dialog(page).getByRole('button').last().click();
      await expect(
        dialog(page)
          .getByText(/59\.00/)
          .last(),
      ).toBeVisible({ timeout: 60_000 });
      await closeSheet(textOf('cash:finish'));
    });

    await test.step('withdraws', async () => {
      await button(textOf('home:withdraw')).click();
      await dialog(page).locator('input').fill('100');
      await inSheet(textOf('cash:withdraw.submit', { amount: '100.00' })).click();
      await inSheet(textOf('cash:withdraw.confirm', { amount: '100.00' })).click();
      const done = dialog(page).getByText(textOf('cash:withdraw.successMsg', { amount: '100.00' }));
      await expect(done.last()).toBeVisible({ timeout: 60_000 });
      await closeSheet(textOf('cash:finish'));
    });

    await test.step('deposits by QR', async () => {
      await button(textOf('home:deposit')).click();
      await dialog(page)
        .getByRole('tab', { name: textOf('cash:ways.qr') })
        .click();
      await inSheet(/^1,000$/).click();
      await dialog(page).getByRole('button').last().click();
      await expect(dialog(page).getByRole('timer')).toBeVisible();
      await payQr(await readQrId(phone));
      await expect(inSheet(textOf('cash:finish'))).toBeVisible({ timeout: 60_000 });
      await closeSheet(textOf('cash:finish'));
    });

    await test.step('takes a bonus', async () => {
      await page.getByText(textOf('home:tiles.bonus')).click();
      await page.getByRole('listitem').filter({ hasText: '20%' }).getByRole('button').click();
      await inSheet(textOf('bonus:sheet.take')).click();
      await inSheet(textOf('bonus:confirm.submit')).click();
      await expect(page.getByRole('heading', { name: textOf('bonus:running.bonus') })).toBeVisible();
      await go(textOf('shell:nav.home'));
    });

    await test.step('plays', async () => {
      const joker = page.getByRole('listitem').filter({ has: page.getByText('Joker', { exact: true }) });
      await joker.getByRole('button').click();
      await inSheet(textOf('games:account.activate', { name: 'Joker' })).click();
      await expect(dialog(page).getByText(textOf('games:account.username'))).toBeVisible({
        timeout: 30_000,
      });
      await dialog(page).locator('input').fill('200');
      const opening = context.waitForEvent('page');
      await inSheet(textOf('games:account.transferPlay', { amount: '200.00' })).click();
      const game = await opening;
      await expect(game.getByText('200.00').first()).toBeVisible({ timeout: 30_000 });
      await game.locator('#go').click();
      await expect(game.locator('#said')).not.toBeEmpty();
      await game.close();
      await closeSheet(textOf('games:finish'));
      // Deposits and bets earn coins.
      const member = { ...account, phone, password: 'correct horse', name: 'Mali', id: phone };
      await reportPlays(member, games.joker, 100);
      const coins = async () =>
        (await callAsMember<{ profile: { coin: number } }>(member, 'GET', '/api/wallet')).profile.coin;
      await expect.poll(coins, { timeout: 30_000 }).toBeGreaterThan(0);
    });

    await test.step('spins', async () => {
      await page.getByText(textOf('home:tiles.wheel')).click();
      await page
        .getByRole('region', { name: textOf('spin:wheel') })
        .getByRole('button')
        .click();
      await expect(dialog(page)).toBeVisible({ timeout: 60_000 });
      await page.goBack();
      await expect(dialog(page)).toHaveCount(0);
      await go(textOf('shell:nav.home'));
    });

    await test.step('chats', async () => {
      await go(textOf('shell:nav.contact'));
      await button(textOf('content:contact.start')).click();
      await page.getByRole('textbox', { name: textOf('chat:composer.label') }).fill(phone);
      await button(textOf('conversation:composer.send')).click();
      const conversation = await (await Support.openSession()).conversationWithPreview(phone);
      await conversation.sendText(`${phone}!`);
      await expect(dialog(page).getByText(`${phone}!`).first()).toBeVisible();
      await page.goBack();
      await expect(dialog(page)).toHaveCount(0);
    });

    await test.step('logs out', async () => {
      await go(textOf('shell:nav.profile'));
      await page.getByRole('banner').getByRole('button').last().click();
      await inSheet(textOf('shell:logout.confirm')).click();
      await page.waitForURL('**/login**');
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
    });
  });
}

/** A key of the app's texts: a moved or removed text is a type error here. */
type Key = ParseKeys<(keyof TypeOptions['resources'])[]>;

/**
 * Returns a function that returns a pattern for the whole of a text in this language. Missing values match
 * anything.
 */
function createTextOf(locale: 'lo' | 'en'): (key: Key, values?: Record<string, string>) => RegExp {
  return (key, values = {}) => {
    const [file, path] = key.split(':') as [string, string];
    const texts = JSON.parse(
      readFileSync(join(import.meta.dirname, `../../src/i18n/${locale}/${file}.json`), 'utf8'),
    );
    const text = path
      .split('.')
      .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], texts);
    const filled = String(text).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '\u0000');
    // The app may show word joiners or non-breaking spaces anywhere in a text.
    const letters = [...filled].map((each) => {
      if (each === '\u0000') return '.+';
      return each === ' ' ? '\\s' : `${each.replace(/[.*+?^${}()|[\]\\]/, '\\$&')}\u2060?`;
    });
    return new RegExp(`^${letters.join('')}$`);
  };
}

/** Returns the id of the QR code that the member has open. */
async function readQrId(username: string): Promise<string> {
  const { token } = await callApi<{ token: string }>('POST', '/api/login', {
    username,
    password: 'correct horse',
  });
  const codes = await Promise.all(
    ['KBANK', 'PAYONEX'].map((gateway) =>
      callApi<{ qrcodeId?: string }>('GET', `/api/qrcode/${gateway}`, undefined, token).catch(
        () => ({}) as { qrcodeId?: string },
      ),
    ),
  );
  return codes.find(({ qrcodeId }) => qrcodeId)!.qrcodeId!;
}
