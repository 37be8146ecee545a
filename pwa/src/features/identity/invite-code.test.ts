import { beforeEach, describe, expect, it } from 'vitest';
import {
  cleanInviteCode,
  forgetInviteCode,
  inviteCode,
  isRefused,
  storeInviteCode,
  noteRefused,
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
  ])('%j contains the code %j', (text, code) => {
    expect(cleanInviteCode(text)).toBe(code);
  });

  // spec 2.24, 3.38e
  it('the invite code is stored as the only part of its link', () => {
    storeInviteCode('pr9k3m4');

    expect({ ...localStorage }).toEqual({ code: 'PR9K3M4' });
  });

  it('an invalid code does not replace another', () => {
    storeInviteCode('PR9K3M4');
    storeInviteCode('???');

    expect(inviteCode()).toBe('PR9K3M4');
  });

  it.each([
    ['PR9K3M4', false],
    ['PR8K2M4', true],
  ])('a code with a character that no id has is wrong at once: %s', (code, wrong) => {
    storeInviteCode(code);

    expect(isRefused()).toBe(wrong);
  });

  it('a code is wrong after the server has refused it, and another code is not', () => {
    storeInviteCode('PR9K3M4');
    noteRefused('PR9K3M4');
    expect(isRefused()).toBe(true);

    storeInviteCode('PR7K3M4');
    expect(isRefused()).toBe(false);
  });

  it('a removed code is deleted', () => {
    storeInviteCode('PR9K3M4');
    forgetInviteCode();

    expect(inviteCode()).toBe('');
    expect({ ...localStorage }).toEqual({});
  });

  it('a code that an earlier version stored uncleaned is cleaned', () => {
    localStorage.setItem('code', 'pr9k3m4.');

    expect(inviteCode()).toBe('PR9K3M4');
  });
});
