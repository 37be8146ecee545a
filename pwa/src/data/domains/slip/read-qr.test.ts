// @pure
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSlipQr } from './read-qr';

it.each([
  ['BBL', '004000060000010103002021900021231231212000115102TH91049C30'],
  ['SCB', '004100060000010103014022000111222233344ABCD125102TH910417DF'],
  ['KTB', '003700060000010103006021620231130773524225102TH9104EC49'],
  ['KBANK', '0041000600000101030040220013071152533APM077365102TH91048134'],
  [
    'a bank that keeps the checksum’s leading zero',
    '004600060000010103001022512345678901234567890123455102TH910408DC',
  ],
  [
    'a bank that drops the checksum’s leading zero',
    '004600060000010103001022512345678901234567890123455102TH91048DC',
  ],
  [
    'a bank, with a checksum that equals its tag',
    '0041000600000101030040220013071152533APM273585102TH91049104',
  ],
  ['TrueMoney', '00490002010102010203P2P0314500022123456780408150320249104d137'],
])('isSlipQr returns true for the slip QR of %s', (_, text) => {
  expect(isSlipQr(text)).toBe(true);
});

it.each([
  ['a slip of another country', '004600060000010103006022512345678901234567890123455102LA91041E58'],
  ['a payment code', '00020101021129370016A000000677010111011300668012345675802TH530376463046197'],
  ['a slip with one digit changed', '004000060000010103002021900021231231212000125102TH91049C30'],
  ['a cut-off slip', '004000060000010103002021900021231231212000115102TH'],
  ['an address', 'https://example.com/'],
  ['an empty text', ''],
])('%s is no slip QR', (_, text) => {
  expect(isSlipQr(text)).toBe(false);
});

it('isSlipQr returns false for random text', () => {
  const tlvLikeText = fc.stringMatching(/^[0-9A-Z]{0,60}$/);
  fc.assert(
    fc.property(fc.oneof(fc.string(), tlvLikeText), (text) => {
      expect(isSlipQr(text)).toBe(false);
    }),
  );
});
