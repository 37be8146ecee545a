/** That a passkey was used in this browser: only then does the login page load what offers one by itself. */
const USED = 'passkey-used';

export function noteUse(): void {
  localStorage.setItem(USED, '1');
}

export function wasUsed(): boolean {
  return localStorage.getItem(USED) !== null;
}
