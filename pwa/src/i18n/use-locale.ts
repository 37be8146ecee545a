import { useTranslation } from 'react-i18next';
import type { Locale } from './locales';

/** The locale that is on the screen. */
export function useLocale(): Locale {
  const { i18n } = useTranslation();
  return i18n.language as Locale;
}
