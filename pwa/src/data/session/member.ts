/** A logged-in member. Id and token are always stored together. */
export interface Member {
  memberId: string;
  token: string;
}

/** A person without a login who chats with support. This browser's secret id identifies them. */
export interface Guest {
  guestId: string;
}

/** The member or guest for whom something is sent. */
export type Caller = Member | Guest;

export function isGuest(caller: Caller): caller is Guest {
  return 'guestId' in caller;
}

/** ownerOf returns the name of the caller's queue on this device. */
export function ownerOf(caller: Caller): string {
  return isGuest(caller) ? GUEST : caller.memberId;
}

export const GUEST = 'guest';

/** authOf returns the token for calls under /api/chat; false for a guest. */
export function authOf(caller: Caller): string | false {
  return isGuest(caller) ? false : caller.token;
}

export function guestOf(caller: Caller): { guestId?: string } {
  return isGuest(caller) ? { guestId: caller.guestId } : {};
}
