import { syncNow } from '../engine/sync/sync';
import { refreshHome } from '../engine/home/home';
import { refreshSlots } from '../domains/games/slots';
import { deviceStorage } from '../kit/web-storage';

/**
 * refreshAll fetches all home data again. Returns true if the server responded and the session continues. The
 * end of a session deletes `last_sync`, so the function then returns false.
 */
export async function refreshAll(atLeastMs = 0): Promise<boolean> {
  const before = deviceStorage.get('last_sync');
  await Promise.all([
    refreshHome(),
    refreshSlots(),
    syncNow(),
    new Promise((resolve) => setTimeout(resolve, atLeastMs)),
  ]);
  const after = deviceStorage.get('last_sync');
  return after !== null && after !== before;
}
