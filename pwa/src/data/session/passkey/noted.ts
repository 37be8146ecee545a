/** Notes that a passkey was used in this browser. Only then the login page offers one unasked. */
import { lasting } from '../../kit/web-storage';

const USED = 'passkey-used';

export function noteUse(): void {
  lasting.set(USED, '1');
}

export function wasUsed(): boolean {
  return lasting.get(USED) !== null;
}
