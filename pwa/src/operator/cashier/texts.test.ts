import { expect, it } from 'vitest';
import { loadCashierTexts, changeLanguage, startTexts } from '../i18n';
import { confirmText } from './texts';

const values = { amount: '300.00', name: '', account: '', reference: '' };
const approval = (reason: string) =>
  confirmText({ kind: 'PROPOSAL', reason } as never, { act: 'approve', answer: 'yes' } as never, values);

it.each([
  ['th', 'NOBODYS_PAYOUT', 'ไม่มีเงินเคลื่อนไหว'],
  ['lo', 'NOBODYS_PAYOUT', 'ບໍ່ມີເງິນເຄື່ອນໄຫວ'],
  ['en', 'NOBODYS_PAYOUT', 'no money moves'],
  ['th', 'RELEASE_PAYOUTS', 'จะส่งออกทันที'],
  ['lo', 'RELEASE_PAYOUTS', 'ຈະສົ່ງອອກທັນທີ'],
  ['en', 'RELEASE_PAYOUTS', 'are sent as soon as you confirm'],
  ['en', 'BONUS', 'It takes effect as soon as you confirm'],
] as const)('an approval in %s of %s says what happens to the money', async (locale, reason, text) => {
  await startTexts('th');
  await loadCashierTexts();
  await changeLanguage(locale);

  expect(approval(reason)).toContain(text);
});
