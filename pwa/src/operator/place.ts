/** Which work and which conversation is open: in the address, so that back, reload and a link find it. */
import { Store } from '@/data/kit/store';
import { useStore } from '@/data/kit/use-store';

const ROOT = '/operator';

/** The desk's kinds of work. */
export type Section = 'inbox' | 'queue' | 'pairs' | 'log';

const paths: Record<Section, string> = {
  inbox: ROOT,
  queue: `${ROOT}/cashier`,
  pairs: `${ROOT}/cashier/two`,
  log: `${ROOT}/log`,
};

const place = new Store<string | null>(read());
const section = new Store<Section>(readSection());

addEventListener('popstate', () => {
  place.set(read());
  section.set(readSection());
});

export function useSection(): Section {
  return useStore(section);
}

export const sectionNow = section.get;

export const watchSection = section.watch;

/** Replaced where the address named work that is not this colleague's. */
export function openSection(next: Section, { replace = false } = {}): void {
  if (next === section.get() && place.get() === null) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', paths[next]);
  place.set(null);
  section.set(next);
}

/** The open conversation's id, or null for the list alone. */
export function useOpen(): string | null {
  return useStore(place);
}

export const openId = place.get;

export const watchOpen = place.watch;

export function openConversation(id: string): void {
  if (id === place.get()) return;
  // From one to the next is one step back to the list, not one for each that was looked at.
  history[place.get() === null ? 'pushState' : 'replaceState'](null, '', `${ROOT}/${id}`);
  place.set(id);
}

export function closeConversation(): void {
  if (place.get() === null) return;
  history.replaceState(null, '', ROOT);
  place.set(null);
}

function readSection(): Section {
  const path = location.pathname.replace(/\/$/, '');
  const [found] = Object.entries(paths).find(([, each]) => each === path) ?? [];
  return (found as Section | undefined) ?? 'inbox';
}

function read(): string | null {
  const [, id] = /^\/operator\/(\d+)\/?$/.exec(location.pathname) ?? [];
  return id ?? null;
}
