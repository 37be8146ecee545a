import i18next from 'i18next';
import { keepTogether } from './keep-together';
import th from './locale-th';
import { defaultLocale } from '@/data/device/locale';
import type { Locale } from './locales';
import { change, setUp, type Languages } from './set-up';
import { always, UNIT_CHANGED } from './unit';

const languages: Languages = { th, lo: () => import('./locale-lo'), en: () => import('./locale-en') };

/** Finishes before the first render, so that no other language flashes. */
export async function startI18n(locale: Locale): Promise<void> {
  i18next.use({ type: 'postProcessor', name: 'keepTogether', process: keepTogether });
  await setUp(languages, {
    postProcess: ['keepTogether'],
    defaultNS: 'shell',
    interpolation: { defaultVariables: always },
    react: { bindI18n: `languageChanged ${UNIT_CHANGED}` },
  });
  await showLocale(locale);
}

/**
 * Changes the language. If it was never loaded and cannot be now, the old one stays and the result is false.
 */
export async function showLocale(locale: Locale): Promise<boolean> {
  if (!(await change(locale))) return false;
  // An app that is installed now gets its name and shortcuts in this language.
  const path = locale === defaultLocale() ? '/manifest.webmanifest' : `/manifest.${locale}.webmanifest`;
  document.querySelector('link[rel=manifest]')?.setAttribute('href', path);
  return true;
}
