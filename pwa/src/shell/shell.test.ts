import { beforeEach, describe, expect, it } from 'vitest';
import { getSession } from '@/data/session/session';
import { sheetSearch } from '@/nav/sheets';
import { consumeReturnPoint } from '@/nav/return-point';
import { getTheme, setTheme } from '../ui/theme';
import { leaveSession, requireSession } from './guards';

describe('the guards', () => {
  const at = { location: { href: '/user/statement?type=deposit' } };

  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

  // spec 6.3
  it('a browser without a token is redirected to the login with the requested page', async () => {
    expect(() => requireSession(at)).toThrow(
      expect.objectContaining({
        options: expect.objectContaining({ to: '/login', state: { returnsToPage: true } }),
      }),
    );

    expect(await consumeReturnPoint(true)).toBe('/user/statement?type=deposit');
  });

  // spec 6.3
  it('a browser with a token is admitted', () => {
    localStorage.setItem('token', 'abc');

    expect(() => requireSession(at)).not.toThrow();
  });

  it('a public page ends the session and keeps the device’s own data', () => {
    const kept = { locale: 'lo', code: 'PR8K2M4', 'guest-id': 'g', 'remember-agreement': 'x' };
    for (const [key, value] of Object.entries({ ...kept, token: 'abc' })) localStorage.setItem(key, value);

    leaveSession();

    expect(getSession()).toBeNull();
    for (const [key, value] of Object.entries(kept)) expect(localStorage.getItem(key), key).toBe(value);
  });
});

describe('the sheet in the address', () => {
  it('a known sheet is opened', () => {
    expect(sheetSearch({ sheet: 'deposit', page: 2 })).toEqual({ sheet: 'deposit' });
  });

  it.each([undefined, '', 'nope', 7, ['deposit']])('%j opens nothing', (sheet) => {
    expect(sheetSearch({ sheet })).toEqual({});
  });
});

describe('the theme', () => {
  beforeEach(() => localStorage.clear());

  it('the theme follows the phone until it is chosen, and again after the choice is removed', () => {
    expect(getTheme()).toBe('system');

    setTheme('dark');
    expect(getTheme()).toBe('dark');
    expect(document.documentElement.classList.contains('dark')).toBe(true);

    setTheme('system');
    expect(getTheme()).toBe('system');
    expect(document.documentElement.className).toBe('');
  });
});
