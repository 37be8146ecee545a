import { Signal } from '../kit/store';
import { isLaos } from './variant';
import { lasting } from '../kit/web-storage';

export type Locale = 'th' | 'lo' | 'en';

export const LOCALES: readonly Locale[] = ['th', 'lo', 'en'];

const KEY = 'locale';
const chosen = new Signal<Locale>();

/** Thai, or Lao in the Laos build, until the member has chosen. */
export function defaultLocale(): Locale {
  return isLaos() ? 'lo' : 'th';
}

/** Where the browser keeps no storage the cookie has it, in whose language the server drew the page. */
export function getLocale(): Locale {
  const stored = lasting.get(KEY) ?? inCookie();
  return isLocale(stored) ? stored : defaultLocale();
}

/** Keeps the choice, and gives it to the server as a cookie: mails and pushes speak it too. */
export function setLocale(locale: Locale): void {
  lasting.set(KEY, locale);
  document.cookie = `${KEY}=${locale}; path=/; max-age=31536000; samesite=lax`;
  chosen.tell(locale);
}

/** Called with each new choice. Returns how to stop. */
export const onLocale = chosen.watch;

function inCookie(): string | undefined {
  return /\blocale=(\w+)/.exec(document.cookie)?.[1];
}

function isLocale(value: string | undefined): value is Locale {
  return LOCALES.some((locale) => locale === value);
}
