/** Which conversation is open: it stands in the address, so that back, reload and a link find it. */
import { Store, useStore } from './store';

const ROOT = '/operator';

const place = new Store<string | null>(read());

addEventListener('popstate', () => place.set(read()));

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

function read(): string | null {
  const [, id] = /^\/operator\/(\d+)\/?$/.exec(location.pathname) ?? [];
  return id ?? null;
}
