/** The set-up of the texts, for the members' app and the console. */
import i18next, { type InitOptions } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isolate } from '@/data/kit/isolate';
import type { Locale } from './locales';

type Texts = Record<string, object>;

export interface Languages {
  /** Part of the app; the fallback for texts that cannot be loaded. */
  th: Texts;
  lo: () => Promise<{ default: Texts }>;
  en: () => Promise<{ default: Texts }>;
}

let languages: Languages;

/** Finishes with Thai set. */
export async function setUp(all: Languages, options: InitOptions = {}): Promise<void> {
  languages = all;
  await i18next.use(initReactI18next).init({
    lng: 'th',
    fallbackLng: 'th',
    resources: { th: all.th },
    ...options,
    interpolation: { escape: isolate, ...options.interpolation },
    react: { useSuspense: false, ...options.react },
  });
}

/** Changes the language. If it cannot be loaded, the old one stays and the result is false. */
export async function change(locale: Locale): Promise<boolean> {
  try {
    await load(locale);
  } catch {
    return false;
  }
  await i18next.changeLanguage(locale);
  document.documentElement.lang = locale;
  return true;
}

async function load(locale: Locale): Promise<void> {
  if (locale === 'th' || i18next.hasResourceBundle(locale, 'ui')) return;
  const { default: texts } = await languages[locale]();
  for (const [namespace, words] of Object.entries(texts)) i18next.addResourceBundle(locale, namespace, words);
}
