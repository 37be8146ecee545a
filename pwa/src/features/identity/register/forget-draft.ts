/** Storage key of a registration draft. The login imports this file and so does not load the wizard. */
import { tabStorage } from '@/data/kit/web-storage';

export const DRAFT_KEY = 'register-draft';

/**
 * Removes the draft. A member who logs in does not need it, and the next user of the phone must not read it.
 */
export function forgetDraft(): void {
  tabStorage.remove(DRAFT_KEY);
}
