/** What rides with a sync besides what changed: the conversation, once a page has one to follow. */
import type { SyncAnswer } from '../../api/types';
import type { Member } from '../../session/member';

export type ChatPart = NonNullable<SyncAnswer['chat']>;

export interface Ride {
  /** Of `/api/sync`: the number after which messages were missed, or `new`. */
  asked: string;
  /** True where more is to be asked for. */
  take: (part: ChatPart) => Promise<boolean>;
}

/** Looked at before each question to the server; null where nothing is wanted. */
export type Passenger = (member: Member) => Promise<Ride | null>;

let passenger: Passenger | null = null;

export function rideAlong(next: Passenger): void {
  passenger = next;
}

export async function rideOf(member: Member): Promise<Ride | null> {
  return passenger ? passenger(member) : null;
}
