/** That a passkey was used in this browser: only then does the login page load what offers one by itself. */
import { lasting } from '../../kit/web-storage';

const USED = 'passkey-used';

export function noteUse(): void {
  lasting.set(USED, '1');
}

export function wasUsed(): boolean {
  return lasting.get(USED) !== null;
}
