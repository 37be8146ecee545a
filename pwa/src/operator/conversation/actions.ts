/**
 * Actions on a whole conversation. Each stores the new summary from the response, or shows an error as a
 * toast.
 */
import { toast } from '@/ui/toast';
import { assign, markRead, setOpen } from '../calls';
import { say, trouble } from '../i18n';
import { hearSummary } from '../inbox/inbox';
import { isSignedOut } from '../session';
import type { Summary } from '../types';

/** Assigns the conversation to the operator `me`. If it is already theirs, it is assigned to nobody. */
export function toggleAssignee({ id, assignee }: Summary, me: string): Promise<void> {
  const next = assignee === me ? '' : me;
  return act(assign(id, next), next ? 'done.taken' : 'done.released');
}

export function toggleOpen({ id, status }: Summary): Promise<void> {
  const isClosed = status === 'CLOSED';
  return act(setOpen(id, isClosed), isClosed ? 'done.reopened' : 'done.closed');
}

/**
 * Marks messages as read. Shows no toast on a failure, because it is tried again the next time a message is
 * seen.
 */
export async function readUpTo(id: string, seq: number): Promise<void> {
  hearSummary(await markRead(id, seq));
}

async function act(doing: Promise<Summary>, done: Parameters<typeof say>[0]): Promise<void> {
  try {
    hearSummary(await doing);
    toast.done(say(done));
  } catch (error) {
    if (!isSignedOut(error)) toast.error(trouble(error));
  }
}
