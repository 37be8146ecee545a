/** Where the draft of a registration is kept. The login has this file, and not the wizard. */
import { passing } from '@/data/kit/web-storage';

export const DRAFT_KEY = 'register-draft';

/** Removes the draft. Whoever logs in has no use for it, and the next person on the phone must not read it. */
export function forgetDraft(): void {
  passing.remove(DRAFT_KEY);
}
