import { cleanLine } from '@/data/kit/typed/written';
/** These banks transfer only to names in English letters. */
const englishNameBanks = ['KTB', 'TMB', 'BBL'];

const latin = /^[A-Za-z ]+$/;

export function isLatinName(name: string): boolean {
  return latin.test(name) && cleanLine(name) !== '';
}

/**
 * One entry per script that banks print, with the combining marks and the separators that names may contain.
 */
const printable = [
  /^[\p{Script=Thai}\p{Mn} .'’-]+$/u,
  /^[\p{Script=Lao}\p{Mn} .'’-]+$/u,
  /^[A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ\p{Mn} .'’-]+$/u,
];

/**
 * Returns whether banks can print a name with these letters. The rule is the server's, without characters
 * that no keyboard produces.
 */
export function isHolderName(name: string): boolean {
  return /\p{L}/u.test(name) && !/\p{N}/u.test(name) && printable.some((script) => script.test(name));
}

export function needsEnglishName(bankCode: string | undefined): boolean {
  return englishNameBanks.some((code) => code === bankCode);
}

/** Returns whether the holder's name may be edited: only if the bank cannot use the current name. */
export function isNameEditOffered(account: { bankCode: string; bankAccountName: string }): boolean {
  return needsEnglishName(account.bankCode) && !isLatinName(account.bankAccountName);
}
