/** The member that was looked up last: shown beside the queue, and taken along to a proposal. */
import { Store } from '@/data/kit/store';
import { useStore } from '@/data/kit/useStore';
import { noteOpened } from '../calls';
import type { FoundMember } from '../wire';

const looked = new Store<FoundMember | null>(null);

export function useLooked(): FoundMember | null {
  return useStore(looked);
}

export const lookedNow = looked.get;

export function lookAt(member: FoundMember | null): void {
  looked.set(member);
  // Whose data somebody looks at is written down; that it could not be is no reason to hide them.
  if (member) void noteOpened(member._id).catch(() => {});
}

export function clearLooked(): void {
  looked.set(null);
}
