import type { Locale } from './locales';

interface BankNames {
  nameTH: string;
  nameEN: string;
  nameLO?: string;
}

/** A bank's name in the reader's language; Thai if there is no other. */
export function bankName(bank: BankNames, locale: Locale): string {
  const names = { th: bank.nameTH, en: bank.nameEN, lo: bank.nameLO || bank.nameEN };
  return names[locale] || bank.nameTH;
}

/** The name without the word for "bank" in front, for use in a sentence. */
export function shortBankName(bank: BankNames, locale: Locale): string {
  return bankName(bank, locale).replace(/^(ธนาคาร|ທະນາຄານ)\s*/, '');
}
