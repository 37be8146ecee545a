// @pure
import { describe, expect, it } from 'vitest';
import { filterCanned, textFor } from './canned';

const slip = { id: 1, title: 'สลิป', th: 'ขอสลิปด้วยค่ะ', lo: 'ຂໍສະລິບແດ່', en: 'Please send the slip' };
const hello = { id: 2, title: 'ทักทาย', th: 'สวัสดีค่ะ', lo: 'ສະບາຍດີ', en: 'Hello there' };

describe('canned replies', () => {
  it.each([
    ['th', slip.th],
    ['lo', slip.lo],
    ['en', slip.en],
    ['fr', slip.th],
  ])('a customer who reads %s gets the canned reply %s', (locale, text) => {
    expect(textFor(slip, locale)).toBe(text);
  });

  it.each([
    ['', [1, 2]],
    ['สลิป', [1]],
    ['HELLO', [2]],
    ['send slip', [1]],
    ['ສະບາຍດີ', [2]],
    ['hello slip', []],
  ])('typing %j finds the canned replies %j', (typed, ids) => {
    expect(filterCanned([slip, hello], typed).map(({ id }) => id)).toEqual(ids);
  });
});
