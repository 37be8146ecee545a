// @pure
import { describe, expect, it } from 'vitest';
import { keepTogether } from './keep-together';

describe('a word that the dictionary would break', () => {
  it.each([
    'อัปโหลดสลิป',
    'รอเจ้าหน้าที่',
    'ดูวิดีโอ',
    'แชตนี้ย้ายแล้ว',
    'ทำยอดเทิร์นอีก',
    'โอนเข้าวอลเล็ต',
    'ซิงก์หลายเครื่อง',
    'กีฬาและคาสิโน',
    'ธนาคารกรุงไทย',
    'ธนาคารซีไอเอ็มบีไทย',
    'หมุนวงล้อ',
    'ติดตั้งแอป',
    'ທະນາຄານກຸງໄທ',
  ])('the word is kept together: %s', (text) => {
    expect(keepTogether(text)).toContain('\u2060');
    expect(keepTogether(text).replaceAll('\u2060', '')).toBe(text);
  });

  it('every other text is unchanged', () => {
    expect(keepTogether('ถอนเงินเข้าบัญชีนี้แล้ว ดูที่ “ประวัติ”')).toBe('ถอนเงินเข้าบัญชีนี้แล้ว ดูที่ “ประวัติ”');
  });
});

it.each([
  ['ถอน 1,200.00 บาทแล้ว', 'ถอน 1,200.00\u00a0บาทแล้ว'],
  ['ภายใน 1 ຊົ່ວໂມງ', 'ภายใน 1\u00a0ຊົ່ວໂມງ'],
  ['Deposit 100 baht in 3 days', 'Deposit 100\u00a0baht in 3\u00a0days'],
  ['ปิดถึง 09:57 น.', 'ปิดถึง 09:57\u00a0น.'],
])('a number stays on the line of its noun: %s', (text, held) => {
  expect(keepTogether(text)).toBe(held);
});
