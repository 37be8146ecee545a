import { lineOf } from '@/data/kit/typed/written';
/** These banks transfer only to names in English letters. */
const englishNameBanks = ['KTB', 'TMB', 'BBL'];

const latin = /^[A-Za-z ]+$/;

export function isLatinName(name: string): boolean {
  return latin.test(name) && lineOf(name) !== '';
}

/** One entry per script that banks print, with its marks and the characters between names. */
const printable = [
  /^[\p{Script=Thai}\p{Mn} .'’-]+$/u,
  /^[\p{Script=Lao}\p{Mn} .'’-]+$/u,
  /^[A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ\p{Mn} .'’-]+$/u,
];

/**
 * Whether banks print a name with these letters. The server's rule, except for characters that nobody types.
 */
export function isHolderName(name: string): boolean {
  return /\p{L}/u.test(name) && !/\p{N}/u.test(name) && printable.some((script) => script.test(name));
}

export function needsEnglishName(bankCode: string | undefined): boolean {
  return englishNameBanks.some((code) => code === bankCode);
}

/** The holder's name may be edited only if its bank cannot use it as it is. */
export function isNameEditOffered(account: { bankCode: string; bankAccountName: string }): boolean {
  return needsEnglishName(account.bankCode) && !isLatinName(account.bankAccountName);
}
