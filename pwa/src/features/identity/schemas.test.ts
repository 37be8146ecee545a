// @pure
import { safeParse, type GenericSchema } from 'valibot';
import { describe, expect, it } from 'vitest';
import { bankMarks } from '@/ui/bank-marks';
import { isHolderName, isLatinName, isNameEditOffered } from './account-name';
import { bankSchema, changePasswordSchema, newPasswordSchema, profileSchema, suggestLength } from './schemas';

/** Returns the first problem of each field. */
function listProblems(schema: GenericSchema, form: object): Record<string, string> {
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
    expect(listProblems(profileSchema, profile)).toEqual({});
  });

  // spec 5.4a, 5.6
  it('every field of the profile step but source and invite code is required', () => {
    const empty = { name: ' ', password: '', confirm: '', sourceCode: '', inviteCode: '' };

    expect(listProblems(profileSchema, empty)).toEqual({
      name: 'required',
      password: 'required',
      confirm: 'required',
    });
  });

  // spec 5.4b
  it('different passwords are reported together with other errors', () => {
    expect(listProblems(profileSchema, { ...profile, name: '', confirm: 'secret12' })).toEqual({
      name: 'required',
      confirm: 'mismatch',
    });
  });

  it.each([
    ['a'.repeat(7), 'short'],
    ['a'.repeat(8), undefined],
    ['a'.repeat(128), undefined],
    ['a'.repeat(129), 'long'],
  ])('a new password must have 8 to 128 characters', (password, problem) => {
    expect(listProblems(profileSchema, { ...profile, password, confirm: password }).password).toBe(problem);
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
    const complete = { old: 'secret123', password, confirm: password };

    expect(listProblems(profileSchema, { ...profile, password, confirm: password }).password).toBe(problem);
    expect(listProblems(newPasswordSchema, { password, confirm: password }).password).toBe(problem);
    expect(listProblems(changePasswordSchema, complete).password).toBe(problem);
  });

  it('a current password of blanks is accepted as typed', () => {
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
  ])('an account number of 6 to 15 digits is accepted, as on the server: %s', (accountNo, problem) => {
    expect(listProblems(bankSchema, { ...bank, accountNo }).accountNo).toBe(problem);
  });

  it.each([
    ['12345', 'account'],
    ['010120000123456789', undefined],
    ['01012000012345678901', undefined],
    ['010120000123456789012', 'accountLao'],
  ])('an account number of up to 20 digits is accepted for a Lao bank: %s', (accountNo, problem) => {
    expect(listProblems(bankSchema, { ...bank, currency: 'LAK', accountNo }).accountNo).toBe(problem);
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
  ])('the usual length at %s is suggested for another length: %s', (bankCode, typed, usual) => {
    expect(suggestLength(bankCode, typed)).toBe(usual);
  });

  // spec 5.7, 9.5
  it.each(['KTB', 'TMB', 'BBL'])('an English name is required for %s', (bankCode) => {
    expect(listProblems(bankSchema, { ...bank, bankCode, lastName: 'SAITHONG' })).toEqual({
      firstName: 'english',
    });
    expect(listProblems(bankSchema, { ...bank, bankCode, firstName: 'MALI', lastName: 'สายทอง' })).toEqual({
      lastName: 'english',
    });
    expect(
      listProblems(bankSchema, { ...bank, bankCode, firstName: 'MALI ANN', lastName: 'SAITHONG' }),
    ).toEqual({});
  });

  // spec 5.7, 9.5
  it('a name in Thai or English is accepted for every bank but KTB, TMB and BBL', () => {
    const others = Object.keys(bankMarks).filter((code) => !['KTB', 'TMB', 'BBL'].includes(code));
    expect(others).toEqual(expect.arrayContaining(['KBANK', 'SCB', 'GSB', 'BAY']));

    for (const bankCode of others)
      for (const lastName of ['สายทอง', 'SAITHONG']) {
        const firstName = lastName === 'สายทอง' ? 'มะลิ' : 'MALI';
        expect(listProblems(bankSchema, { ...bank, bankCode, firstName, lastName }), bankCode).toEqual({});
      }
  });

  // spec 5.6
  it('every field of the bank step is required', () => {
    const empty = { currency: 'BAHT', bankCode: '', accountNo: '', firstName: '', lastName: '' };

    expect(listProblems(bankSchema, empty)).toEqual({
      bankCode: 'choose',
      accountNo: 'required',
      firstName: 'required',
      lastName: 'required',
    });
  });
});

describe('changing the password', () => {
  const complete = { old: 'secret123', password: 'another12', confirm: 'another12' };

  // spec 5.24, 5.25
  it.each(['old', 'password', 'confirm'])(
    'all three passwords are required: without %s the form is refused',
    (field) => {
      expect(listProblems(changePasswordSchema, complete)).toEqual({});
      expect(listProblems(changePasswordSchema, { ...complete, [field]: '' })).toMatchObject({
        [field]: 'required',
      });
    },
  );

  // spec 5.26
  it('the two new passwords must be equal', () => {
    expect(
      listProblems(changePasswordSchema, { old: 'secret123', password: 'another12', confirm: 'another13' }),
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
  ])('the edit of the name is offered at %s for %s: %s', (bankCode, bankAccountName, offered) => {
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
  ])('a Latin name has only letters and spaces: %s', (name, accepted) => {
    expect(isLatinName(name)).toBe(accepted);
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
  ])('a name in letters of one script that banks print is accepted: %s, %s', (name, accepted) => {
    expect(isHolderName(name)).toBe(accepted);
  });

  it('a name in two scripts is refused at its second half', () => {
    const form = {
      currency: 'BAHT',
      bankCode: 'KBANK',
      accountNo: '1234567890',
      firstName: 'สมชาย',
      lastName: 'JAIDEE',
    };

    expect(listProblems(bankSchema, form)).toEqual({ lastName: 'holder' });
    expect(listProblems(bankSchema, { ...form, firstName: '..' })).toEqual({ firstName: 'holder' });
  });
});
