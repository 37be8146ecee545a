import { afterEach, expect, it, vi } from 'vitest';
import { defaultLocale, getLocale, onLocale, setLocale } from './locale';

afterEach(() => {
  localStorage.clear();
  document.cookie = 'locale=; path=/; max-age=0';
  vi.unstubAllEnvs();
});

// spec 1.19a, 1.19b, 9.49
it('the language is Thai until the member has chosen, and Lao in the Laos build', () => {
  expect(getLocale()).toBe('th');
  vi.stubEnv('VITE_LAOS', 'true');
  expect(defaultLocale()).toBe('lo');
  expect(getLocale()).toBe('lo');
});

// spec 1.19a, 1.19c
it.each(['th', 'lo', 'en'] as const)('the language can be chosen: %s', (locale) => {
  setLocale(locale);

  expect(getLocale()).toBe(locale);
});

// spec 1.20a, 1.20b, 3.38b
it('a chosen language is stored, sent as a cookie, and reported to screens', () => {
  const onChange = vi.fn();
  const stop = onLocale(onChange);

  setLocale('en');
  stop();

  expect(getLocale()).toBe('en');
  expect(localStorage.getItem('locale')).toBe('en');
  expect(document.cookie).toContain('locale=en');
  expect(onChange).toHaveBeenCalledWith('en');
});

it('an unknown stored language is ignored', () => {
  localStorage.setItem('locale', '<b>');

  expect(getLocale()).toBe('th');
});

it('the language is read from the cookie if the browser keeps no storage', () => {
  setLocale('lo');
  localStorage.clear();

  expect(getLocale()).toBe('lo');
});
