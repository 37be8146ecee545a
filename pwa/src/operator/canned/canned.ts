/** Canned replies, shared by all operators. */
import { Store } from '@/data/kit/store';
import { fetchCanned } from '../calls';
import type { CannedReply } from '../types';

export interface CannedState {
  replies: readonly CannedReply[];
  state: 'loading' | 'ready' | 'failed';
}

const start: CannedState = { replies: [], state: 'loading' };

export const cannedStore = new Store<CannedState>(start);

/** Loads the canned replies again. Never rejects: a failure is stored in `state`. */
export async function refreshCanned(): Promise<void> {
  try {
    cannedStore.set({ replies: await fetchCanned(), state: 'ready' });
  } catch {
    cannedStore.change((now) => (now.state === 'ready' ? now : { ...now, state: 'failed' }));
  }
}

export function clearCanned(): void {
  cannedStore.set(start);
}

/**
 * Returns the reply's text in the customer's language. If the app lacks that language, returns the Thai text.
 */
export function textFor(reply: CannedReply, locale: string): string {
  return locale === 'lo' || locale === 'en' ? reply[locale] : reply.th;
}

/** Returns the replies whose title or text, in any language, contains every typed word. */
export function filterCanned(replies: readonly CannedReply[], typed: string): CannedReply[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return replies.filter(({ title, th, lo, en }) => {
    const all = [title, th, lo, en].join('\n').toLocaleLowerCase();
    return words.every((word) => all.includes(word));
  });
}
