// @pure
import { safeParse, type GenericSchema } from 'valibot';
import { describe, expect, it } from 'vitest';
import { bankMarks } from '@/ui/bank-marks';
import { isHolderName, isLatinName, isNameEditOffered } from './account-name';
import { bankSchema, changePasswordSchema, newPasswordSchema, profileSchema, unusualLength } from './schemas';

/** Returns the first problem of each field. */
function problems(schema: GenericSchema, form: object): Record<string, string> {
  const found: Record<string, string> = {};
  for (const issue of safeParse(schema, form).issues ?? []) {
    const field = String(issue.path?.[0]?.key);
    found[field] ??= issue.message;
  }
  return found;
}

const profile = {
  name: 'Mali',
  password: 'secret123',
  confirm: 'secret123',
  sourceCode: 'line',
  inviteCode: '',
};
const bank = {
  currency: 'BAHT',
  bankCode: 'SCB',
  accountNo: '118-467-2309',
  firstName: 'มะลิ',
  lastName: 'สายทอง',
};

describe('the profile step', () => {
  it('a complete profile is accepted, with or without an invite code', () => {
    expect(problems(profileSchema, profile)).toEqual({});
  });

  // spec 5.4a, 5.6
  it('every field but source and invite code is required', () => {
    const empty = { name: ' ', password: '', confirm: '', sourceCode: '', inviteCode: '' };

    expect(problems(profileSchema, empty)).toEqual({
      name: 'required',
      password: 'required',
      confirm: 'required',
    });
  });

  // spec 5.4b
  it('different passwords are reported together with other errors', () => {
    expect(problems(profileSchema, { ...profile, name: '', confirm: 'secret12' })).toEqual({
      name: 'required',
      confirm: 'mismatch',
    });
  });

  it.each([
    ['a'.repeat(7), 'short'],
    ['a'.repeat(8), undefined],
    ['a'.repeat(128), undefined],
    ['a'.repeat(129), 'long'],
  ])('a password is checked by its length', (password, problem) => {
    expect(problems(profileSchema, { ...profile, password, confirm: password }).password).toBe(problem);
  });

  it.each([
    ['        ', 'short'],
    ['\t\t\t\t\t\t\t\t', 'short'],
    ['\u00a0'.repeat(8), 'short'],
    ['\u3000'.repeat(8), 'short'],
    ['\u200b'.repeat(8), 'short'],
    ['\u2800'.repeat(8), 'short'],
    ['\u3164'.repeat(8), 'short'],
    ['       a', 'short'],
    ['k       7', 'short'],
    ['k7vq2mz ', 'short'],
    ['correct horse', undefined],
    [' k7vq2mzd ', undefined],
    ['รหัสของฉัน', undefined],
    ['😀'.repeat(65), undefined],
  ])('the blanks of a new password are not counted: %j', (password, problem) => {
    const whole = { old: 'secret123', password, confirm: password };

    expect(problems(profileSchema, { ...profile, password, confirm: password }).password).toBe(problem);
    expect(problems(newPasswordSchema, { password, confirm: password }).password).toBe(problem);
    expect(problems(changePasswordSchema, whole).password).toBe(problem);
  });

  it('a present password of blanks is accepted as typed', () => {
    const form = { old: '        ', password: 'another12', confirm: 'another12' };

    expect(safeParse(changePasswordSchema, form).output).toMatchObject({ old: '        ' });
  });
});

describe('the bank step', () => {
  it('the account number is sent as digits', () => {
    expect(safeParse(bankSchema, bank).output).toMatchObject({ accountNo: '1184672309' });
  });

  // spec P7.1
  it.each([
    ['12345', 'account'],
    ['123456', undefined],
    ['123-456-789', undefined],
    ['123456789012345', undefined],
    ['1234567890123456', 'account'],
  ])('6 to 15 digits are accepted, as on the server: %s', (accountNo, problem) => {
    expect(problems(bankSchema, { ...bank, accountNo }).accountNo).toBe(problem);
  });

  it.each([
    ['12345', 'account'],
    ['010120000123456789', undefined],
    ['01012000012345678901', undefined],
    ['010120000123456789012', 'accountLao'],
  ])('up to 20 digits are accepted for a Lao bank: %s', (accountNo, problem) => {
    expect(problems(bankSchema, { ...bank, currency: 'LAK', accountNo }).accountNo).toBe(problem);
  });

  // spec P7.1
  it.each([
    ['SCB', '123456789', 10],
    ['SCB', '118-467-2309', undefined],
    ['GSB', '1184672309', 12],
    ['TISCO', '11846723091234', undefined],
    ['BCEL', '12345678', undefined],
    ['', '123456', undefined],
    ['SCB', '', undefined],
  ])('a length that is unusual for %s is pointed out: %s', (bankCode, typed, usual) => {
    expect(unusualLength(bankCode, typed)).toBe(usual);
  });

  // spec 5.7, 9.5
  it.each(['KTB', 'TMB', 'BBL'])('an English name is required for %s', (bankCode) => {
    expect(problems(bankSchema, { ...bank, bankCode, lastName: 'SAITHONG' })).toEqual({
      firstName: 'english',
    });
    expect(problems(bankSchema, { ...bank, bankCode, firstName: 'MALI', lastName: 'สายทอง' })).toEqual({
      lastName: 'english',
    });
    expect(problems(bankSchema, { ...bank, bankCode, firstName: 'MALI ANN', lastName: 'SAITHONG' })).toEqual(
      {},
    );
  });

  // spec 5.7, 9.5
  it('any script is accepted for every other bank', () => {
    const others = Object.keys(bankMarks).filter((code) => !['KTB', 'TMB', 'BBL'].includes(code));
    expect(others).toEqual(expect.arrayContaining(['KBANK', 'SCB', 'GSB', 'BAY']));

    for (const bankCode of others)
      for (const lastName of ['สายทอง', 'SAITHONG']) {
        const firstName = lastName === 'สายทอง' ? 'มะลิ' : 'MALI';
        expect(problems(bankSchema, { ...bank, bankCode, firstName, lastName }), bankCode).toEqual({});
      }
  });

  // spec 5.6
  it('every field is required', () => {
    const empty = { currency: 'BAHT', bankCode: '', accountNo: '', firstName: '', lastName: '' };

    expect(problems(bankSchema, empty)).toEqual({
      bankCode: 'choose',
      accountNo: 'required',
      firstName: 'required',
      lastName: 'required',
    });
  });
});

describe('changing the password', () => {
  const whole = { old: 'secret123', password: 'another12', confirm: 'another12' };

  // spec 5.24, 5.25
  it.each(['old', 'password', 'confirm'])(
    'all three passwords are required: without %s the form is refused',
    (field) => {
      expect(problems(changePasswordSchema, whole)).toEqual({});
      expect(problems(changePasswordSchema, { ...whole, [field]: '' })).toMatchObject({
        [field]: 'required',
      });
    },
  );

  // spec 5.26
  it('the two new passwords must be equal', () => {
    expect(
      problems(changePasswordSchema, { old: 'secret123', password: 'another12', confirm: 'another13' }),
    ).toEqual({
      confirm: 'mismatch',
    });
  });
});

describe('the edit of the account’s name', () => {
  // spec 5.11
  it.each([
    ['KTB', 'มะลิ สายทอง', true],
    ['BBL', 'MALI สายทอง', true],
    ['TMB', 'มะลิ สายทอง', true],
    ['KTB', 'MALI SAITHONG', false],
    ['KBANK', 'มะลิ สายทอง', false],
  ])('the edit at %s for %s is offered: %s', (bankCode, bankAccountName, offered) => {
    expect(isNameEditOffered({ bankCode, bankAccountName })).toBe(offered);
  });

  // spec 5.12
  it.each([
    ['MALI SAITHONG', true],
    ['', false],
    ['   ', false],
    ['MALI-ANN', false],
    ['MALI2', false],
    ['MALI S.', false],
    ["MALI D'SA", false],
    ['MÁLI', false],
    ['MALI_S', false],
  ])('letters and spaces are accepted: %s', (name, taken) => {
    expect(isLatinName(name)).toBe(taken);
  });
});

describe('a holder’s name', () => {
  it.each([
    ['SOMCHAI JAIDEE', true],
    ['สมชาย ใจดี', true],
    ['น.ส. สมหญิง', true],
    ['ບຸນມີ ສຸກໃຈ', true],
    ["Anne-Marie O'Neill", true],
    ['Nguyễn', true],
    ['..', false],
    ['🙂', false],
    ['\u200b', false],
    ['王小明', false],
    ['สมชาย JAIDEE', false],
    ['SOMCHAI2', false],
    ['สมชาย๒', false],
  ])('a name in letters of one script that banks print is accepted: %s, %s', (name, taken) => {
    expect(isHolderName(name)).toBe(taken);
  });

  it('a name in two scripts is refused at its second half', () => {
    const form = {
      currency: 'BAHT',
      bankCode: 'KBANK',
      accountNo: '1234567890',
      firstName: 'สมชาย',
      lastName: 'JAIDEE',
    };

    expect(problems(bankSchema, form)).toEqual({ lastName: 'holder' });
    expect(problems(bankSchema, { ...form, firstName: '..' })).toEqual({ firstName: 'holder' });
  });
});
