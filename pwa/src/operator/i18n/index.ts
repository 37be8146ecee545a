/**
 * The console's own words, apart from the members': neither app carries the other's. The kit's
 * few come along, since its parts ask for them.
 */
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import kit from '@/i18n/th/ui.json';
import type { Locale } from '@/i18n/locales';
import { isApiError } from '@/data/api/errors';
import { isolate } from '@/data/kit/isolate';
import { words } from './th';

/** "inbox.title", without the endings that tell one from many. */
export type Word = Singular<Path<typeof words>>;

type Path<T> = { [Key in keyof T & string]: T[Key] extends string ? Key : `${Key}.${Path<T[Key]>}` }[keyof T &
  string];
type Singular<Key> = Key extends `${infer Name}_other` ? Name : Key;

export type Say = (key: Word, values?: Record<string, string | number>) => string;

const NAMESPACE = 'operator';

const loaders = {
  lo: () => import('./lo'),
  en: () => import('./en'),
};

/** Ready before the first drawing, so that no other language flashes. */
export async function startWords(locale: Locale): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'th',
    fallbackLng: 'th',
    resources: { th: { ui: kit, [NAMESPACE]: words } },
    interpolation: { escape: isolate },
    react: { useSuspense: false },
  });
  await speak(locale);
}

/** Changes at once; false where the language could not be loaded. */
export async function speak(locale: Locale): Promise<boolean> {
  try {
    if (locale !== 'th' && !i18next.hasResourceBundle(locale, NAMESPACE)) {
      const loaded = await loaders[locale]();
      i18next.addResourceBundle(locale, 'ui', loaded.kit);
      i18next.addResourceBundle(locale, NAMESPACE, loaded.words);
    }
  } catch {
    return false;
  }
  await i18next.changeLanguage(locale);
  document.documentElement.lang = locale;
  return true;
}

export function useWords(): { say: Say; locale: Locale } {
  const { i18n } = useTranslation();
  return { say, locale: i18n.language as Locale };
}

export const say: Say = (key, values) =>
  i18next.t(key as never, { ns: NAMESPACE, ...values } as never) as unknown as string;

/** Why something failed, in words for a colleague; the code where there are none. */
export function trouble(error: unknown): string {
  return troubleOf(isApiError(error) ? error.code : 'INTERNAL_SERVER_ERROR');
}

export function troubleOf(code: string): string {
  return Object.hasOwn(words.trouble, code) ? say(`trouble.${code}` as Word) : say('trouble.other', { code });
}
