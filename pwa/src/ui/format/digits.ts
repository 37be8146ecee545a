import { typedAccount, typedPhone } from '@/data/kit/typed/identifiers';
import type { Country } from '@/data/kit/typed/plain';
import type { Reading } from '../reading';

export function onlyDigits(text: string): string {
  return text.replace(/\D/g, '');
}

/** 0812345678 -> 081 234 5678; in longer numbers of the Laos variant the last group is longer. */
export function groupPhone(text: string): string {
  return group(onlyDigits(text).slice(0, 11), ' ');
}

/** Groups ten digits as 3-3-4; every other length is returned unchanged. */
export function groupAccount(text: string): string {
  const digits = onlyDigits(text);
  return digits.length === 10 ? group(digits, '-') : text;
}

/**
 * Groups an account number while it is typed: 3-3-rest up to ten digits, no groups in longer numbers. Returns
 * undefined if the text is unreadable.
 */
export function groupAccountTyping(text: string): string | undefined {
  const digits = typedAccount(text)?.slice(0, 20);
  return digits !== undefined && digits.length <= 10 ? group(digits, '-') : digits;
}

/** The reading of a field for an account number. */
export const accountReading: Reading = { kind: 'account', format: groupAccountTyping };

/**
 * Groups a phone number while it is typed. The country code is removed once the number is complete; another
 * country's code stays visible.
 */
export function groupPhoneTyping(text: string, country: Country): string | undefined {
  const phone = typedPhone(text, country);
  if (phone === '' && text.trim() === '+') return '+';
  return phone === undefined || phone.startsWith('+') ? phone : groupPhone(phone);
}

function group(digits: string, separator: string): string {
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join(separator);
}
