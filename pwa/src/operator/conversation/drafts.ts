/** Text typed but not sent, per conversation: opening another conversation must not lose it. */
import { Store } from '@/data/kit/store';
import { useSelected } from '@/data/kit/use-store';

const drafts = new Store<ReadonlyMap<string, string>>(new Map());

export function useDraft(conversation: string): string {
  return useSelected(drafts, (all) => all.get(conversation) ?? '');
}

export function setDraft(conversation: string, text: string): void {
  drafts.change((all) => new Map(all).set(conversation, text));
}

/**
 * Moves a draft to the conversation that continues `from`. It is appended to the text that is already typed
 * there.
 */
export function moveDraft(from: string, to: string): void {
  drafts.change((all) => {
    const moved = new Map(all);
    const texts = [all.get(to), all.get(from)].filter(Boolean);
    moved.delete(from);
    return texts.length > 0 ? moved.set(to, texts.join('\n')) : moved;
  });
}

export function clearDrafts(): void {
  drafts.set(new Map());
}
