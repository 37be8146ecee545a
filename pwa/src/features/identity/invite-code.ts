import { useSyncExternalStore } from 'react';
import { Signal } from '@/data/kit/store';
import { typedInvite } from '@/data/kit/typed/identifiers';
import { deviceStorage } from '@/data/kit/web-storage';

const KEY = 'code';
/**
 * `PR` and a member's id. Ids have digits and capital letters without look-alikes, as the server generates
 * them.
 */
const VALID_CODE = /^PR[34679ACDEFGHJKMNPQRTUVWXY]+$/;

let refused = '';
const changed = new Signal();

/**
 * Returns the invite code in the text; empty if there is none or more than one. The code may be in small
 * letters, in a link, or between quotes and full stops. Text without `PR` is not read as a code. A code with
 * a character that no id has is returned whole, since a part of it might be another member's code.
 */
export function cleanInviteCode(text: string): string {
  return typedInvite(text) ?? '';
}

/**
 * Stores the code of an invite link (`/register?code=PR8K2M4`) until the account exists or the code is
 * removed.
 */
export function storeInviteCode(text: string | undefined): void {
  const code = cleanInviteCode(text ?? '');
  if (!code || code === readInviteCode()) return;
  deviceStorage.set(KEY, code);
  changed.emit();
}

export function readInviteCode(): string {
  // Cleaned here too, because an earlier version stored the code unchanged.
  return cleanInviteCode(deviceStorage.get(KEY) ?? '');
}

export function useInviteCode(): string {
  return useSyncExternalStore(changed.watch, readInviteCode);
}

export function forgetInviteCode(): void {
  deviceStorage.remove(KEY);
  changed.emit();
}

/**
 * Stores that the server refused the code. The code stays visible until the guest removes it or continues.
 */
export function storeRefused(code: string): void {
  refused = code;
  changed.emit();
}

/** Returns whether the server has refused the stored code, or certainly will. */
export function isRefused(): boolean {
  const code = readInviteCode();
  return code !== '' && (code === refused || !VALID_CODE.test(code));
}

export function useIsRefused(): boolean {
  return useSyncExternalStore(changed.watch, isRefused);
}
