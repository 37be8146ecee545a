import { Signal } from '../kit/store';
import { isLaos } from './variant';
import { deviceStorage } from '../kit/web-storage';

export type Locale = 'th' | 'lo' | 'en';

export const LOCALES: readonly Locale[] = ['th', 'lo', 'en'];

const KEY = 'locale';
const localeChosen = new Signal<Locale>();

/** defaultLocale is used until the member has chosen: Thai, or Lao in the Laos build. */
export function defaultLocale(): Locale {
  return isLaos() ? 'lo' : 'th';
}

/**
 * getLocale reads the cookie if the browser keeps no local storage. The server rendered the page in the
 * cookie's language.
 */
export function getLocale(): Locale {
  const stored = deviceStorage.get(KEY) ?? localeInCookie();
  return isLocale(stored) ? stored : defaultLocale();
}

/** setLocale stores the choice, and sends it to the server as a cookie: mails and pushes use it too. */
export function setLocale(locale: Locale): void {
  deviceStorage.set(KEY, locale);
  document.cookie = `${KEY}=${locale}; path=/; max-age=31536000; samesite=lax`;
  localeChosen.emit(locale);
}

/** onLocale notifies of each new choice. Returns the unsubscribe function. */
export const onLocale = localeChosen.watch;

function localeInCookie(): string | undefined {
  return /\blocale=(\w+)/.exec(document.cookie)?.[1];
}

function isLocale(value: string | undefined): value is Locale {
  return LOCALES.some((locale) => locale === value);
}
