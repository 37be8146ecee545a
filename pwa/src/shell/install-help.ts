import type { Install } from '@/data/device/install';

/**
 * How the app is installed on this phone: by the browser's own question, by the steps of Safari or of an
 * Android menu, by opening another browser first where a messenger shows the page, or not at all.
 */
export type InstallHelp = 'prompt' | 'ios' | 'android' | 'leave' | 'none';

/** Messengers' own browsers can keep nothing on the home screen. */
const inMessenger = /\bLine\/|FBAN|FBAV|Instagram/;

export function installHelp(
  way: Install['way'],
  phone: { userAgent: string; standalone: boolean },
): InstallHelp {
  if (way === 'prompt') return 'prompt';
  if (phone.standalone) return 'none';
  const isAndroid = /Android/.test(phone.userAgent);
  if ((way === 'ios' || isAndroid) && inMessenger.test(phone.userAgent)) return 'leave';
  if (way === 'ios') return 'ios';
  return isAndroid ? 'android' : 'none';
}

/** The phone in the hand. */
export function thisPhone(): { userAgent: string; standalone: boolean } {
  return { userAgent: navigator.userAgent, standalone: matchMedia('(display-mode: standalone)').matches };
}
