// @pure
import { describe, expect, it } from 'vitest';
import { formatTypedTime, readTypedTime, textOfTime, timeReading } from './typed-time';

const paste = (text: string) => timeReading.format!(text, true);

describe('a typed date and time', () => {
  it.each([
    ['21/11/2026 14:30', '2026-11-21T07:30:00.000Z'],
    ['1/2/2026 9:05', '2026-02-01T02:05:00.000Z'],
    ['21-11-2026 14.30', '2026-11-21T07:30:00.000Z'],
    ['๒๑/๑๑/๒๐๒๖ ๑๔:๓๐', '2026-11-21T07:30:00.000Z'],
    ['໒໑/໑໑/໒໐໒໖ ໑໔:໓໐', '2026-11-21T07:30:00.000Z'],
    // Midnight in Bangkok is on the day before in UTC.
    ['21/11/2026 00:00', '2026-11-20T17:00:00.000Z'],
    ['21/11/2026 23:59', '2026-11-21T16:59:00.000Z'],
    ['29/02/2028 12:00', '2028-02-29T05:00:00.000Z'],
    ['29/02/2000 12:00', '2000-02-29T05:00:00.000Z'],
    ['31/12/2026 23:59', '2026-12-31T16:59:00.000Z'],
    // The earliest and the latest time that the field accepts.
    ['01/01/2000 00:00', '1999-12-31T17:00:00.000Z'],
    ['31/12/2399 23:59', '2399-12-31T16:59:00.000Z'],
  ])('the typed time %s is read as %s', (text, at) => {
    expect(readTypedTime(text)).toEqual({ at });
  });

  it.each([
    ['31/02/2026 10:00', 'noDay'],
    ['29/02/2026 10:00', 'noDay'],
    ['29/02/2100 10:00', 'noDay'],
    ['31/04/2026 10:00', 'noDay'],
    ['11/21/2026 10:00', 'noDay'],
    ['00/11/2026 10:00', 'noDay'],
    ['21/00/2026 10:00', 'noDay'],
    ['31/02/2026', 'noDay'],
    ['21/11/26 14:30', 'shortYear'],
    ['21/11/69', 'shortYear'],
    ['21/11/202', 'shortYear'],
    ['21/11/2026', 'noClock'],
    ['21/11/2026 14', 'noClock'],
    ['21/11/2026 14:3', 'noClock'],
    ['21/11/2026 24:00', 'noClock'],
    ['21/11/2026 14:60', 'noClock'],
    ['21/11/1999 14:30', 'unread'],
    ['21/11/3000 14:30', 'unread'],
    ['21/11', 'unread'],
    ['tomorrow', 'unread'],
    ['', 'unread'],
  ])('the typed time %s is refused with the fault %s', (text, fault) => {
    expect(readTypedTime(text)).toEqual({ fault });
  });

  it.each([
    ['21/11/2569 14:30', 2569],
    ['31/02/2569', 2569],
    ['21/11/2400', 2400],
    ['21/11/2999', 2999],
  ])('the typed time %s is refused for its Buddhist year', (text, year) => {
    expect(readTypedTime(text)).toEqual({ fault: 'buddhistYear', year });
  });

  it('textOfTime returns a text that readTypedTime reads back as the same time', () => {
    expect(textOfTime('2026-11-20T17:00:00Z')).toBe('21/11/2026 00:00');
    expect(readTypedTime(textOfTime('2026-11-20T17:00:00Z'))).toEqual({ at: '2026-11-20T17:00:00.000Z' });
  });
});

describe('the text of the field', () => {
  it.each([
    ['2', '2'],
    ['211', '21/1'],
    ['21112026', '21/11/2026'],
    ['2111202614', '21/11/2026 14'],
    ['211120261430', '21/11/2026 14:30'],
    ['2111202614305', '21/11/2026 14:30'],
    ['1/', '1/'],
    ['1//', '1/'],
    ['1/2/2026', '1/2/2026'],
    ['21/11/2026,1', '21/11/2026 1'],
    ['๒๑๑', '21/1'],
    ['', ''],
    ['21x', undefined],
  ])('the text of the field after typing %s is %s', (typed, shown) => {
    expect(formatTypedTime(typed)).toBe(shown);
  });

  it.each([
    ['2026-11-21T07:30:00Z', '21/11/2026 14:30'],
    ['2026-11-21T14:30:00+07:00', '21/11/2026 14:30'],
    ['2026-11-20T17:00:00.000Z', '21/11/2026 00:00'],
    ['2026-11-21T14:30', '21/11/2026 14:30'],
    ['2026-11-21 14:30:59', '21/11/2026 14:30'],
    ['2026-11-21', '21/11/2026'],
    ['2026/11/21', '21/11/2026'],
    ['21/11/2026 14:30:59', '21/11/2026 14:30'],
    [' 21/11/2026\u00a014:30 น. ', '21/11/2026 14:30'],
    ['21/11/2569 14:30', '21/11/2569 14:30'],
    ['2026-13-41T07:30:00Z', undefined],
    ['21/11/2026 14:30 21/11/2026', undefined],
    ['tomorrow', undefined],
    ['', ''],
  ])('the text of the field after pasting %s is %s', (pasted, shown) => {
    expect(paste(pasted)).toBe(shown);
  });
});
