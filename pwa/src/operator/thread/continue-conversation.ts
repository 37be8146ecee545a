/** A guest logged in while an operator wrote to them. The console continues in the member's conversation. */
import { moveDraft } from '../conversation/drafts';
import { openConversation, readOpenId } from '../router';

/**
 * Opens the member's conversation in place of the guest's, and moves the draft to it. If another conversation
 * is open, that one stays open.
 */
export function continueConversation(from: string, to: string): void {
  moveDraft(from, to);
  if (readOpenId() === from) void openConversation(to);
}
