/**
 * Stores that a passkey was used in this browser. Only then does the login page offer a passkey automatically.
 */
import { deviceStorage } from '../../kit/web-storage';

const USED = 'passkey-used';

export function notePasskeyUse(): void {
  deviceStorage.set(USED, '1');
}

export function wasPasskeyUsed(): boolean {
  return deviceStorage.get(USED) !== null;
}
