/** These banks transfer under English names only. */
const englishNameBanks = ['KTB', 'TMB', 'BBL'];

const latin = /^[A-Za-z ]+$/;

export function isLatinName(name: string): boolean {
  return latin.test(name) && name.trim() !== '';
}

export function needsEnglishName(bankCode: string | undefined): boolean {
  return englishNameBanks.some((code) => code === bankCode);
}

/** The holder's name may be edited only where its bank could not use it as it stands. */
export function isNameEditOffered(account: { bankCode: string; bankAccountName: string }): boolean {
  return needsEnglishName(account.bankCode) && !isLatinName(account.bankAccountName);
}

export function upperCase(text: string): string {
  return text.toUpperCase();
}
