import { Store } from '@/data/kit/store';
import { useStore } from '@/data/kit/use-store';

/** What the column on the right is for; nothing, and it is away. */
export type Panel = 'who' | 'compose' | 'canned' | 'me';

const panel = new Store<Panel | null>(null);

export function usePanel(): Panel | null {
  return useStore(panel);
}

export const openedPanel = panel.get;

export function openPanel(next: Panel): void {
  panel.set(next);
}

export function closePanel(): void {
  panel.set(null);
}

export function togglePanel(next: Panel): void {
  panel.set(panel.get() === next ? null : next);
}
