import { isLaos } from '@/data/device/variant';
import { typedPhone } from '@/data/kit/typed/identifiers';
import type { Country } from '@/data/kit/typed/plain';

/** Ten digits in Thailand; in the Laos variant the length varies. */
const LENGTHS = { thai: { min: 10, max: 10 }, lao: { min: 8, max: 11 } };

/** Returns the country whose phone numbers the app accepts. */
export function findPhoneCountry(): Country {
  return isLaos() ? 'lo' : 'th';
}

/**
 * Returns the phone number as it is sent: 0812345678. Unreadable text is returned unchanged, for the server
 * to refuse.
 */
export function phoneOf(text: string): string {
  return typedPhone(text, findPhoneCountry()) ?? text;
}

export function isCompletePhone(digits: string): boolean {
  if (/\D/.test(digits)) return false;
  const { min, max } = isLaos() ? LENGTHS.lao : LENGTHS.thai;
  return digits.length >= min && digits.length <= max;
}

/** Returns the key of the field's label, which states the number of digits. */
export function choosePhoneLabel(): 'register.phone.label' | 'register.phone.labelLaos' {
  return isLaos() ? 'register.phone.labelLaos' : 'register.phone.label';
}

/** Returns the key of the text for a complete number. */
export function choosePhoneOkText(): 'register.phone.ok' | 'register.phone.okLaos' {
  return isLaos() ? 'register.phone.okLaos' : 'register.phone.ok';
}

/** Returns the key of the error for an incomplete number. */
export function choosePhoneProblem(): 'problem.phone' | 'problem.phoneLaos' {
  return isLaos() ? 'problem.phoneLaos' : 'problem.phone';
}
