/** The member that was looked up last: shown beside the queue, and taken along to a proposal. */
import { Store, useStore } from '../../store';
import type { FoundMember } from '../wire';

const looked = new Store<FoundMember | null>(null);

export function useLooked(): FoundMember | null {
  return useStore(looked);
}

export const lookedNow = looked.get;

export function lookAt(member: FoundMember | null): void {
  looked.set(member);
}

export function clearLooked(): void {
  looked.set(null);
}
