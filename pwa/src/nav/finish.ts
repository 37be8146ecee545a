import { installNow } from '@/data/install';
import { closeSheet, showSheet } from './sheets';

/** The first finished action, whichever it is, is when keeping the app makes sense to a member. */
export function finishSheet(): void {
  const { way, resting } = installNow();
  if (way !== 'none' && !resting) showSheet('install');
  else closeSheet();
}
