import { Store } from '@/data/kit/store';
import { useStore } from '@/data/kit/use-store';

/** The contents of the right column; null closes it. */
export type Panel = 'who' | 'compose' | 'canned' | 'me';

const panel = new Store<Panel | null>(null);

export function usePanel(): Panel | null {
  return useStore(panel);
}

export const readOpenPanel = panel.get;

export function openPanel(next: Panel): void {
  panel.set(next);
}

export function closePanel(): void {
  panel.set(null);
}

export function togglePanel(next: Panel): void {
  panel.set(panel.get() === next ? null : next);
}
