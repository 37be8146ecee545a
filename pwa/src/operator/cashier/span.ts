import type { Say } from '../i18n';
import { waitText } from '../inbox/wait-time';

/** How long after, in the words of a wait; never before. */
export function waitBetween(ms: number, say: Say): string {
  return waitText(Math.max(0, ms), say);
}
