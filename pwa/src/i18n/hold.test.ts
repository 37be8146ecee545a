// @pure
import { describe, expect, it } from 'vitest';
import { hold } from './hold';

describe('a word that the dictionary would break', () => {
  it.each(['อัปโหลดสลิป', 'รอเจ้าหน้าที่', 'ยกเลิกคิวอาร์', 'ดูวิดีโอสั้นๆ', 'แชตนี้ย้ายแล้ว'])(
    'is held together: %s',
    (text) => {
      expect(hold(text)).toContain('\u2060');
      expect(hold(text).replaceAll('\u2060', '')).toBe(text);
    },
  );

  it('leaves every other text as it is', () => {
    expect(hold('ถอนเงิน 2,500.00 บาท')).toBe('ถอนเงิน 2,500.00 บาท');
  });
});
