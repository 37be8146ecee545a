/**
 * Actions on a whole conversation. Each stores the new summary from the response, or shows an error as a
 * toast.
 */
import { toast } from '@/ui/toast';
import { assignConversation, markRead, setConversationOpen } from '../calls';
import { t, errorTextOf } from '../i18n';
import { storeSummary } from '../inbox/inbox';
import { isSessionExpired } from '../session';
import type { Summary } from '../types';

/** Assigns the conversation to the operator `me`. If it is already theirs, it is assigned to nobody. */
export function toggleAssignee({ id, assignee }: Summary, me: string): Promise<void> {
  const next = assignee === me ? '' : me;
  return finishAction(assignConversation(id, next), next ? 'done.taken' : 'done.released');
}

export function toggleOpen({ id, status }: Summary): Promise<void> {
  const isClosed = status === 'CLOSED';
  return finishAction(setConversationOpen(id, isClosed), isClosed ? 'done.reopened' : 'done.closed');
}

/** Marks messages as read. Rejects without a toast, because the next message that is seen marks these too. */
export async function markReadUpTo(id: string, seq: number): Promise<void> {
  storeSummary(await markRead(id, seq));
}

async function finishAction(response: Promise<Summary>, doneKey: Parameters<typeof t>[0]): Promise<void> {
  try {
    storeSummary(await response);
    toast.done(t(doneKey));
  } catch (error) {
    if (!isSessionExpired(error)) toast.error(errorTextOf(error));
  }
}
