import { installNow } from '@/data/device/install';
import { closeSheet, showSheet } from './sheets';

/**
 * Closes the sheet of a finished action. If the app can be installed and the member has not postponed that,
 * it shows the install sheet instead. After a finished action, a member knows what the app can do for them.
 */
export function finishSheet(): void {
  const { method, snoozed } = installNow();
  if (method !== 'none' && !snoozed) showSheet('install');
  else closeSheet();
}
