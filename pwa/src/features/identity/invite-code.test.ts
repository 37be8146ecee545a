import { beforeEach, describe, expect, it } from 'vitest';
import {
  cleanInviteCode,
  forgetInviteCode,
  readInviteCode,
  isRefused,
  storeInviteCode,
  storeRefused,
} from './invite-code';

beforeEach(() => localStorage.clear());

describe('the code of an invite link', () => {
  it.each([
    ['PR8K2M4.', 'PR8K2M4'],
    ['PR9K3M4.', 'PR9K3M4'],
    ['"pr9k3m4"', 'PR9K3M4'],
    [' PR9K3M4)\n', 'PR9K3M4'],
    ['https://krapao.test/register?code=PR9K3M4', 'PR9K3M4'],
    ['9K3M4', ''],
    ['SUPR9K3M4', ''],
    ['PR', ''],
    ['<b>', ''],
  ])('the text %j contains the invite code %j', (text, code) => {
    expect(cleanInviteCode(text)).toBe(code);
  });

  // spec 2.24, 3.38e
  it('the invite code is stored as the only part of its link', () => {
    storeInviteCode('pr9k3m4');

    expect({ ...localStorage }).toEqual({ code: 'PR9K3M4' });
  });

  it('an invalid invite code does not replace a valid code', () => {
    storeInviteCode('PR9K3M4');
    storeInviteCode('???');

    expect(readInviteCode()).toBe('PR9K3M4');
  });

  it.each([
    ['PR9K3M4', false],
    ['PR8K2M4', true],
  ])('a code counts as refused at once if it has a character that no id has: %s, %s', (code, refused) => {
    storeInviteCode(code);

    expect(isRefused()).toBe(refused);
  });

  it('a code counts as refused after the server has refused it, and another code does not', () => {
    storeInviteCode('PR9K3M4');
    storeRefused('PR9K3M4');
    expect(isRefused()).toBe(true);

    storeInviteCode('PR7K3M4');
    expect(isRefused()).toBe(false);
  });

  it('a removed code is deleted', () => {
    storeInviteCode('PR9K3M4');
    forgetInviteCode();

    expect(readInviteCode()).toBe('');
    expect({ ...localStorage }).toEqual({});
  });

  it('a code that an earlier version stored uncleaned is cleaned', () => {
    localStorage.setItem('code', 'pr9k3m4.');

    expect(readInviteCode()).toBe('PR9K3M4');
  });
});
