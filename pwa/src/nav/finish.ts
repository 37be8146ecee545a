import { installNow } from '@/data/device/install';
import { closeSheet, showSheet } from './sheets';

/**
 * Closes the sheet of a finished action. Where the app can be installed and the member has not put that
 * off, it shows the way to do so instead: having finished something, they know what the app is good for.
 */
export function finishSheet(): void {
  const { way, resting } = installNow();
  if (way !== 'none' && !resting) showSheet('install');
  else closeSheet();
}
