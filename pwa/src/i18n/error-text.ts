import i18next from 'i18next';
import { isLaos } from '@/data/device/variant';
import thaiErrors from './th/errors.json';

type CatalogueCode = keyof typeof thaiErrors;

/** Codes that only the app itself produces; they have their own texts. */
const ownCodes = ['NETWORK', 'TIMEOUT', 'NOT_OURS', 'STORAGE_FULL', 'STALE', 'PICTURE_DAMAGED'] as const;
type OwnCode = (typeof ownCodes)[number];

/** Returns the catalogue's text for a code; a code without an entry is returned unchanged. */
export function codeText(code: string): string {
  if (code === 'PHONE_NUMBER_REQUIRE_10_DIGIT' && isLaos())
    return i18next.t('problem.phoneLaos', { ns: 'identity' });
  if (isOwn(code)) return i18next.t(`trouble.${code}`, { ns: 'shell' });
  if (isInCatalogue(code)) return i18next.t(code, { ns: 'errors' });
  return code;
}

/** Returns the text for any error of a call. UNAUTHORIZED also leads to the login. */
export function errorText(error: unknown): string {
  if (codeOf(error) === 'UNAUTHORIZED') toLogin();
  return codeText(codeOf(error));
}

let toLogin = () => {};

/** Sets what to do when the server cannot identify the user. */
export function whenUnverified(act: () => void): void {
  toLogin = act;
}

/** Returns the text for each refused field, from the response's `fields`. */
export function fieldTexts(error: unknown): Record<string, string> {
  const fields = (error as { fields?: Record<string, string> } | null)?.fields ?? {};
  return Object.fromEntries(Object.entries(fields).map(([field, code]) => [field, codeText(code)]));
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR';
}

/** Includes the two values that are handled and never shown. */
export function isKnownCode(code: string): boolean {
  return isInCatalogue(code) || code === 'invalid-token' || code === 'gone';
}

function isInCatalogue(code: string): code is CatalogueCode {
  return Object.hasOwn(thaiErrors, code);
}

function isOwn(code: string): code is OwnCode {
  return ownCodes.some((own) => own === code);
}
