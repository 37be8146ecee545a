import { typedAccount, typedPhone } from '@/data/kit/typed/identifiers';
import type { Country } from '@/data/kit/typed/plain';
import type { Reading } from '../reading';

export function onlyDigits(text: string): string {
  return text.replace(/\D/g, '');
}

/** 0812345678 -> 081 234 5678; the Laos variant's longer numbers run on at the end. */
export function groupPhone(text: string): string {
  return group(onlyDigits(text).slice(0, 11), ' ');
}

/** Ten digits read as 3-3-rest; every other length stays as it is. */
export function groupAccount(text: string): string {
  const digits = onlyDigits(text);
  return digits.length === 10 ? group(digits, '-') : text;
}

/** While an account number is being typed: 3-3-rest up to ten digits, plain beyond. Undefined where it cannot be read. */
export function groupAccountTyping(text: string): string | undefined {
  const digits = typedAccount(text)?.slice(0, 20);
  return digits !== undefined && digits.length <= 10 ? group(digits, '-') : digits;
}

/** The reading of a field for an account number. */
export const account: Reading = { kind: 'account', format: groupAccountTyping };

/** While a phone is being typed. A country's code goes once the number is whole; another country's stays in sight. */
export function groupPhoneTyping(text: string, country: Country): string | undefined {
  const phone = typedPhone(text, country);
  if (phone === '' && text.trim() === '+') return '+';
  return phone === undefined || phone.startsWith('+') ? phone : groupPhone(phone);
}

function group(digits: string, separator: string): string {
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join(separator);
}
