import type { Install } from '@/data/device/install';

/**
 * How the app can be installed on this phone. `prompt`: by the browser's own prompt. `ios` and `android`: by
 * the steps of Safari or of an Android menu. `leave`: in another browser, because a messenger's built-in
 * browser shows the page. `none`: not at all.
 */
export type InstallHelp = 'prompt' | 'ios' | 'android' | 'leave' | 'none';

/** The built-in browsers of messengers cannot install an app. */
const inMessenger = /\bLine\/|FBAN|FBAV|Instagram/;

export function installHelp(
  method: Install['method'],
  phone: { userAgent: string; standalone: boolean },
): InstallHelp {
  if (method === 'prompt') return 'prompt';
  if (phone.standalone) return 'none';
  const isAndroid = /Android/.test(phone.userAgent);
  if ((method === 'ios' || isAndroid) && inMessenger.test(phone.userAgent)) return 'leave';
  if (method === 'ios') return 'ios';
  return isAndroid ? 'android' : 'none';
}

/** Returns the properties of this phone that decide how to install the app. */
export function thisPhone(): { userAgent: string; standalone: boolean } {
  return { userAgent: navigator.userAgent, standalone: matchMedia('(display-mode: standalone)').matches };
}
