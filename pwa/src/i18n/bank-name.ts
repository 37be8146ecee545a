import type { Locale } from './locales';

interface BankNames {
  nameTH: string;
  nameEN: string;
  nameLO?: string;
}

/** A bank's name as it is known where the reader is; Thai where there is no other. */
export function bankName(bank: BankNames, locale: Locale): string {
  const names = { th: bank.nameTH, en: bank.nameEN, lo: bank.nameLO || bank.nameEN };
  return names[locale] || bank.nameTH;
}

/** As it is said in a sentence, without the word for bank before it. */
export function shortBankName(bank: BankNames, locale: Locale): string {
  return bankName(bank, locale).replace(/^(ธนาคาร|ທະນາຄານ)\s*/, '');
}
