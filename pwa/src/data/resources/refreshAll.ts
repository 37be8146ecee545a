import { syncNow } from '../sync/sync';
import { refreshHome } from './home';
import { refreshSlots } from './slots';

/** Asks for everything of home again. True where the server has answered; a session that ended meanwhile takes the mark with it. */
export async function refreshAll(atLeastMs = 0): Promise<boolean> {
  const before = localStorage.getItem('last_sync');
  await Promise.all([
    refreshHome(),
    refreshSlots(),
    syncNow(),
    new Promise((resolve) => setTimeout(resolve, atLeastMs)),
  ]);
  const after = localStorage.getItem('last_sync');
  return after !== null && after !== before;
}
