// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { accountFits, bankFits, firstName, nameFits } from './compare';

describe('a masked account', () => {
  it.each([
    ['xxx-x-x6482-1', '9812364821', 'unsure'],
    ['xxx-123-6482-1', '9811236482', 'differs'],
    ['981-2-36482-1', '9812364821', 'fits'],
    ['xx12364821', '9812364821', 'fits'],
    ['**12364821', '9812364821', 'fits'],
    ['XX12364822', '9812364821', 'differs'],
    ['xxx4821', '9812364821', 'unsure'],
    ['xxx4822', '9812364821', 'differs'],
    ['x364821', '9812364821', 'fits'],
    ['x019898', '9812364821', 'differs'],
    ['xxx236482', '9812364821', 'unsure'],
    ['KTB 364821', '9812364821', 'unsure'],
    ['xxx-x-xxxxx-x', '9812364821', 'unsure'],
    ['', '9812364821', 'unsure'],
    ['xx12364821', '', 'unsure'],
  ] as const)('%s beside %s: %s', (masked, full, fit) => {
    expect(accountFits(masked, full, 'transfer')).toBe(fit);
  });

  it('of a slip needs to show less than one that has nothing beside it', () => {
    const masks = ['xxx-x-x6482-x', 'xxx-x-xx482-x'];

    expect(masks.map((masked) => accountFits(masked, '9812364821', 'slip'))).toEqual(['fits', 'unsure']);
    expect(accountFits('xxx-x-x6482-x', '9812364821', 'transfer')).toBe('unsure');
  });
});

describe('a name as a bank writes it', () => {
  it.each([
    [['MALI S.'], 'MALI SUKJAI', 'fits'],
    [['นาย สมชาย ใ'], 'สมชาย ใจดี', 'fits'],
    [['น.ส.มะลิ สุขใจ', ''], 'มะลิ สุขใจ', 'fits'],
    [['มะลิ สุขใจ', 'MS MALI SUKJAI'], 'Mali Sukjai', 'fits'],
    [['MRUK S'], 'MRUK SUKJAI', 'fits'],
    [['MALI'], 'MALI SUKJAI', 'unsure'],
    [['MALI SUK'], 'MALI SUKJAI', 'unsure'],
    [['MALI SUK***'], 'MALI SUKJAI', 'fits'],
    [['MA*** S***I'], 'MALI SUKJAI', 'fits'],
    [['MALI K***'], 'MALI SUKJAI', 'differs'],
    [['นาย สมชาย ใจ'], 'สมชาย ใจดี', 'fits'],
    [['นายิกา ใจดี'], 'นายิกา ใจดี', 'fits'],
    [['มะลิ สุขใจ'], 'MALI SUKJAI', 'unsure'],
    [['MALEE S.'], 'MALI SUKJAI', 'differs'],
    [['MALI SUKJAI NA'], 'MALI SUKJAI', 'differs'],
    [['', ''], 'MALI SUKJAI', 'unsure'],
    [['MALI S.'], '', 'unsure'],
  ] as const)('%j beside %s: %s', (names, registered, fit) => {
    expect(nameFits(names, registered)).toBe(fit);
  });

  it('is looked for by its first word, without a title', () => {
    expect([firstName('MR. SOMCHAI J'), firstName('นางสาวมะลิ ส'), firstName('')]).toEqual([
      'SOMCHAI',
      'มะลิ',
      '',
    ]);
  });
});

describe('a bank', () => {
  it('that nobody told is no bank that differs', () => {
    expect([bankFits('KTB', 'KTB'), bankFits('SCB', 'KTB'), bankFits(undefined, 'KTB')]).toEqual([
      'fits',
      'differs',
      'unsure',
    ]);
  });
});
