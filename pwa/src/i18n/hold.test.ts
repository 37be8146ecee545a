// @pure
import { describe, expect, it } from 'vitest';
import { hold } from './hold';

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
  ])('is held together: %s', (text) => {
    expect(hold(text)).toContain('\u2060');
    expect(hold(text).replaceAll('\u2060', '')).toBe(text);
  });

  it('leaves every other text as it is', () => {
    expect(hold('ถอนเงินเข้าบัญชี 1234 แล้ว')).toBe('ถอนเงินเข้าบัญชี 1234 แล้ว');
  });
});

it.each([
  ['ถอน 2,500.00 บาทแล้ว', 'ถอน 2,500.00\u00a0บาทแล้ว'],
  ['ปิดถึง 14:00 น.', 'ปิดถึง 14:00\u00a0น.'],
  ['ຖອນ 2,500.00 ກີບ', 'ຖອນ 2,500.00\u00a0ກີບ'],
  ['Withdraw 2,500.00 baht', 'Withdraw 2,500.00\u00a0baht'],
  ['พักสั้น ๆ', 'พักสั้น\u00a0ๆ'],
])('a number stays on one line with its unit, and a word with its repetition: %s', (text, held) => {
  expect(hold(text)).toBe(held);
});
