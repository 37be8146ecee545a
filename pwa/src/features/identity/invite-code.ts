import { useSyncExternalStore } from 'react';
import { Signal } from '@/data/kit/store';
import { typedInvite } from '@/data/kit/typed/identifiers';
import { lasting } from '@/data/kit/web-storage';

const KEY = 'code';
/** `PR` and a member's id: digits and capitals without look-alikes, as the server makes them. */
const POSSIBLE = /^PR[34679ACDEFGHJKMNPQRTUVWXY]+$/;

let refused = '';
const changed = new Signal();

/**
 * Returns the invite code in the text, which may have quotes, small letters or a full stop around it; empty
 * if there is none. Nothing is added or removed. Text without `PR` may be anything. A code with a character
 * that no id has is refused, since a part of it might be somebody else's code.
 */
export function cleanInviteCode(text: string): string {
  return typedInvite(text) ?? '';
}

/**
 * Stores the code of an invite link (`/register?code=PR8K2M4`) until the account exists or the code is
 * removed.
 */
export function keepInviteCode(text: string | undefined): void {
  const code = cleanInviteCode(text ?? '');
  if (!code || code === inviteCode()) return;
  lasting.set(KEY, code);
  changed.tell();
}

export function inviteCode(): string {
  // Cleaned here too: an earlier version stored the code as it came.
  return cleanInviteCode(lasting.get(KEY) ?? '');
}

export function useInviteCode(): string {
  return useSyncExternalStore(changed.watch, inviteCode);
}

export function forgetInviteCode(): void {
  lasting.remove(KEY);
  changed.tell();
}

/** Notes that the server refused the code. It stays visible until the guest removes it or continues. */
export function noteRefused(code: string): void {
  refused = code;
  changed.tell();
}

/** Whether the server has refused the stored code, or is certain to. */
export function isRefused(): boolean {
  const code = inviteCode();
  return code !== '' && (code === refused || !POSSIBLE.test(code));
}

export function useIsRefused(): boolean {
  return useSyncExternalStore(changed.watch, isRefused);
}
