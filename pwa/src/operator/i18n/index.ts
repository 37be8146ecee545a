/**
 * The console's texts. They are separate from the members' texts: neither app contains the other's. Texts of
 * the shared UI components and of the conversation are in both.
 */
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import conversation from '@/i18n/th/conversation.json';
import ui from '@/i18n/th/ui.json';
import type { Locale } from '@/i18n/locales';
import { change, setUp, type Languages } from '@/i18n/set-up';
import { isApiError } from '@/data/api/errors';
import type cash from './th/cashier.json';
import words from './th/operator.json';

/** A key such as "inbox.title", without the suffixes of plural forms. */
export type TextKey = Singular<Path<typeof words & { cash: typeof cash }>>;

type Path<T> = { [Key in keyof T & string]: T[Key] extends string ? Key : `${Key}.${Path<T[Key]>}` }[keyof T &
  string];
type Singular<Key> = Key extends `${infer Name}_other` ? Name : Key;

export type Translate = (key: TextKey, values?: Record<string, string | number>) => string;

const NAMESPACE = 'operator';

const languages: Languages = {
  th: { conversation, ui, [NAMESPACE]: words },
  lo: () => import('./lo'),
  en: () => import('./en'),
};

/** The texts of the cashier's pages and of the log, whose keys start with "cash.". */
const cashierLoaders = {
  th: () => import('./th/cashier.json'),
  lo: () => import('./lo/cashier.json'),
  en: () => import('./en/cashier.json'),
};
let needsCashier = false;

/** Loads the texts. It must finish before the first render, so that no other language is shown briefly. */
export async function startTexts(locale: Locale): Promise<void> {
  await setUp(languages);
  await changeLanguage(locale);
}

/** Changes the language; returns false if it could not be loaded. */
export async function changeLanguage(locale: Locale): Promise<boolean> {
  try {
    if (needsCashier) await addCashierTexts(locale);
  } catch {
    return false;
  }
  return change(locale);
}

/**
 * Loads the cashier's texts before the first of these pages opens. From then on they are also loaded for each
 * chosen language. Rejects if they cannot be loaded.
 */
export async function loadCashierTexts(): Promise<void> {
  needsCashier = true;
  await Promise.all([addCashierTexts('th'), addCashierTexts(i18next.language as Locale)]);
}

async function addCashierTexts(locale: Locale): Promise<void> {
  if (i18next.getResource(locale, NAMESPACE, 'cash')) return;
  const cash = await cashierLoaders[locale]();
  i18next.addResourceBundle(locale, NAMESPACE, { cash: cash.default }, true);
}

export function useTexts(): { t: Translate; locale: Locale } {
  const { i18n } = useTranslation();
  return { t, locale: i18n.language as Locale };
}

export const t: Translate = (key, values) =>
  i18next.t(key as never, { ns: NAMESPACE, ...values } as never) as unknown as string;

/** Returns the text of an error for operators. */
export function errorTextOf(error: unknown): string {
  return codeTextOf(isApiError(error) ? error.code : 'INTERNAL_SERVER_ERROR');
}

/** Returns the text of an error code, or a general text with the code. */
export function codeTextOf(code: string): string {
  return Object.hasOwn(words.trouble, code) ? t(`trouble.${code}` as TextKey) : t('trouble.other', { code });
}
