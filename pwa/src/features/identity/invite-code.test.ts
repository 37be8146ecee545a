import { beforeEach, describe, expect, it } from 'vitest';
import {
  cleanInviteCode,
  forgetInviteCode,
  inviteCode,
  isRefused,
  keepInviteCode,
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
  ])('is taken out of %j as %j', (text, code) => {
    expect(cleanInviteCode(text)).toBe(code);
  });

  // spec 2.24, 3.38e
  it('is kept on this phone as the one thing of its link', () => {
    keepInviteCode('pr9k3m4');

    expect({ ...localStorage }).toEqual({ code: 'PR9K3M4' });
  });

  it('that is none takes the place of no other', () => {
    keepInviteCode('PR9K3M4');
    keepInviteCode('???');

    expect(inviteCode()).toBe('PR9K3M4');
  });

  it.each([
    ['PR9K3M4', false],
    ['PR8K2M4', true],
  ])('is known to be wrong at once where it has a sign that no id has: %s', (code, wrong) => {
    keepInviteCode(code);

    expect(isRefused()).toBe(wrong);
  });

  it('is wrong once the server has said so, and another one is not', () => {
    keepInviteCode('PR9K3M4');
    noteRefused('PR9K3M4');
    expect(isRefused()).toBe(true);

    keepInviteCode('PR7K3M4');
    expect(isRefused()).toBe(false);
  });

  it('goes when it is removed', () => {
    keepInviteCode('PR9K3M4');
    forgetInviteCode();

    expect(inviteCode()).toBe('');
    expect({ ...localStorage }).toEqual({});
  });

  it('is cleaned also where an earlier version kept it as it came', () => {
    localStorage.setItem('code', 'pr9k3m4.');

    expect(inviteCode()).toBe('PR9K3M4');
  });
});
