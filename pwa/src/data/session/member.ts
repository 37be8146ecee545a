/** A signed-in member, as everything that acts for one needs it: id and token always together. */
export interface Member {
  memberId: string;
  token: string;
}

/** Somebody without an account who talks to support, known by the secret that this browser made. */
export interface Guest {
  guestId: string;
}

/** In whose name something is sent. */
export type Caller = Member | Guest;

export function isGuest(caller: Caller): caller is Guest {
  return 'guestId' in caller;
}

/** Whose queue it is, among those on this phone. */
export function ownerOf(caller: Caller): string {
  return isGuest(caller) ? GUEST : caller.memberId;
}

export const GUEST = 'guest';

/** For calls under /api/chat: whose they are. */
export function authOf(caller: Caller): string | false {
  return isGuest(caller) ? false : caller.token;
}

export function guestOf(caller: Caller): { guestId?: string } {
  return isGuest(caller) ? { guestId: caller.guestId } : {};
}
