import { useTranslation } from 'react-i18next';

export type Locale = 'th' | 'lo' | 'en';

/** Each name in its own script, in the order of the language sheet. */
export const localeNames: Record<Locale, { name: string; short: string }> = {
  th: { name: 'ไทย', short: 'ไทย' },
  lo: { name: 'ລາວ', short: 'ລາວ' },
  en: { name: 'English', short: 'EN' },
};

/** The language that is shown. */
export function useLocale(): Locale {
  const { i18n } = useTranslation();
  return i18n.language as Locale;
}
