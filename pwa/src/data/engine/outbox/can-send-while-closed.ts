import { getSession } from '../../session/token';
import { isInMemory } from '../../storage/storage';

/**
 * Whether the outbox goes out while the app is closed. iOS has no background sync, and the worker has the token of
 * a member who chose to be remembered only. A queue in memory goes with the page.
 */
export function canSendWhileClosed(): boolean {
  return 'SyncManager' in globalThis && getSession()?.remember !== false && !isInMemory();
}
