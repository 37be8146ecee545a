import { syncNow } from '../engine/sync/sync';
import { refreshHome } from '../engine/home/home';
import { refreshSlots } from '../domains/games/slots';
import { lasting } from '../kit/web-storage';

/** Asks for everything of home again. True where the server has answered; a session that ended meanwhile takes the mark with it. */
export async function refreshAll(atLeastMs = 0): Promise<boolean> {
  const before = lasting.get('last_sync');
  await Promise.all([
    refreshHome(),
    refreshSlots(),
    syncNow(),
    new Promise((resolve) => setTimeout(resolve, atLeastMs)),
  ]);
  const after = lasting.get('last_sync');
  return after !== null && after !== before;
}
