/** Answers given often, for everyone at the desks. */
import { Store } from '@/data/kit/store';
import { askCanned } from '../calls';
import type { Canned } from '../types';

export interface CannedState {
  replies: readonly Canned[];
  state: 'loading' | 'ready' | 'failed';
}

const start: CannedState = { replies: [], state: 'loading' };

export const cannedStore = new Store<CannedState>(start);

export async function refreshCanned(): Promise<void> {
  try {
    cannedStore.set({ replies: await askCanned(), state: 'ready' });
  } catch {
    cannedStore.change((now) => (now.state === 'ready' ? now : { ...now, state: 'failed' }));
  }
}

export function clearCanned(): void {
  cannedStore.set(start);
}

/** In the customer's own language, or in Thai where that is none of ours. */
export function textFor(reply: Canned, locale: string): string {
  return locale === 'lo' || locale === 'en' ? reply[locale] : reply.th;
}

/** Those whose title or words, in any language, hold all that was typed. */
export function matching(replies: readonly Canned[], typed: string): Canned[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return replies.filter(({ title, th, lo, en }) => {
    const all = [title, th, lo, en].join('\n').toLocaleLowerCase();
    return words.every((word) => all.includes(word));
  });
}
