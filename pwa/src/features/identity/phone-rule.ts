import { isLaos } from '@/data/device/variant';
import { typedPhone } from '@/data/kit/typed/identifiers';
import type { Country } from '@/data/kit/typed/plain';

/** Ten digits; in the Laos variant phones differ in length. */
const LENGTHS = { thai: { least: 10, most: 10 }, lao: { least: 8, most: 11 } };

/** Where the app's phones are from. */
export function phoneCountry(): Country {
  return isLaos() ? 'lo' : 'th';
}

/** The number in a field as it is sent: 0812345678. What cannot be read stays as it is, for the server to refuse. */
export function phoneOf(text: string): string {
  return typedPhone(text, phoneCountry()) ?? text;
}

export function isWholePhone(digits: string): boolean {
  if (/\D/.test(digits)) return false;
  const { least, most } = isLaos() ? LENGTHS.lao : LENGTHS.thai;
  return digits.length >= least && digits.length <= most;
}

/** The field's name, which says how many there are. */
export function phoneLabel(): 'register.phone.label' | 'register.phone.labelLaos' {
  return isLaos() ? 'register.phone.labelLaos' : 'register.phone.label';
}

/** What the mark of a whole number says. */
export function phoneOk(): 'register.phone.ok' | 'register.phone.okLaos' {
  return isLaos() ? 'register.phone.okLaos' : 'register.phone.ok';
}

/** What is said of one that is not. */
export function phoneProblem(): 'problem.phone' | 'problem.phoneLaos' {
  return isLaos() ? 'problem.phoneLaos' : 'problem.phone';
}
