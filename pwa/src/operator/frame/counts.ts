/**
 * The number of waiting items of each section. The sections set it, so that the frame can show it without
 * loading their code.
 */
import { Store } from '@/data/kit/store';
import { useSelected } from '@/data/kit/use-store';
import type { Section } from '../session';

const counts = new Store<Partial<Record<Section, number>>>({});

export function setCount(section: Section, count: number): void {
  if (counts.get()[section] !== count) counts.change((all) => ({ ...all, [section]: count }));
}

export function useCount(section: Section): number {
  return useSelected(counts, (all) => all[section] ?? 0);
}
