import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { hold } from './hold';
import th from './locale-th';
import { isolate } from '@/data/kit/isolate';
import { defaultLocale } from '@/data/device/locale';
import type { Locale } from './locales';
import { always, UNIT_CHANGED } from './unit';

/** Thai comes with the app and stands in for whatever cannot be loaded. */
const loaders: Record<Exclude<Locale, 'th'>, () => Promise<{ default: typeof th }>> = {
  lo: () => import('./locale-lo'),
  en: () => import('./locale-en'),
};

/** Ready before the first drawing, so that no other language flashes. */
export async function startI18n(locale: Locale): Promise<void> {
  await i18next
    .use(initReactI18next)
    .use({ type: 'postProcessor', name: 'hold', process: hold })
    .init({
      postProcess: ['hold'],
      lng: 'th',
      fallbackLng: 'th',
      resources: { th },
      defaultNS: 'shell',
      interpolation: { escape: isolate, defaultVariables: always },
      react: { useSuspense: false, bindI18n: `languageChanged ${UNIT_CHANGED}` },
    });
  await showLocale(locale);
}

/** Changes at once; offline and never loaded before, the old one stays and the answer is false. */
export async function showLocale(locale: Locale): Promise<boolean> {
  try {
    await load(locale);
  } catch {
    return false;
  }
  await i18next.changeLanguage(locale);
  document.documentElement.lang = locale;
  // Installed from here, the app's name and its shortcuts are in this language.
  document.querySelector('link[rel=manifest]')?.setAttribute('href', manifestOf(locale));
  return true;
}

function manifestOf(locale: Locale): string {
  return locale === defaultLocale() ? '/manifest.webmanifest' : `/manifest.${locale}.webmanifest`;
}

async function load(locale: Locale): Promise<void> {
  if (locale === 'th' || i18next.hasResourceBundle(locale, 'ui')) return;
  const { default: resources } = await loaders[locale]();
  for (const [namespace, texts] of Object.entries(resources)) {
    i18next.addResourceBundle(locale, namespace, texts);
  }
}
