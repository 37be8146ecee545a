import { useSyncExternalStore } from 'react';
import { Signal } from '@/data/kit/store';
import { typedInvite } from '@/data/kit/typed/identifiers';
import { lasting } from '@/data/kit/web-storage';

const KEY = 'code';
/** `PR`, then a member's id: digits and capitals without look-alikes, as the server makes them. */
const POSSIBLE = /^PR[34679ACDEFGHJKMNPQRTUVWXY]+$/;

let refused = '';
const changed = new Signal();

/**
 * The code in whatever a message has made of it: a full stop behind it, quotes, small letters. Empty
 * where there is none. Nothing is added or taken out: what lacks its `PR` may be anything, and a code
 * with a sign that no id has is said to be wrong, since half of it might be somebody else's.
 */
export function cleanInviteCode(text: string): string {
  return typedInvite(text) ?? '';
}

/** Keeps the code of an invite link (`/register?code=PR8K2M4`) until the account is made or it is removed. */
export function keepInviteCode(text: string | undefined): void {
  const code = cleanInviteCode(text ?? '');
  if (!code || code === inviteCode()) return;
  lasting.set(KEY, code);
  changed.tell();
}

export function inviteCode(): string {
  // Also one that an earlier version kept as it came.
  return cleanInviteCode(lasting.get(KEY) ?? '');
}

export function useInviteCode(): string {
  return useSyncExternalStore(changed.watch, inviteCode);
}

export function forgetInviteCode(): void {
  lasting.remove(KEY);
  changed.tell();
}

/** The server knows nobody by this code. It stays in sight until the visitor removes it or goes on. */
export function noteRefused(code: string): void {
  refused = code;
  changed.tell();
}

/** True of the code that is kept, where the server has refused it, or is sure to. */
export function isRefused(): boolean {
  const code = inviteCode();
  return code !== '' && (code === refused || !POSSIBLE.test(code));
}

export function useIsRefused(): boolean {
  return useSyncExternalStore(changed.watch, isRefused);
}
