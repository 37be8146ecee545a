/** A guest logged in while an operator wrote to them: the console continues in the member's conversation. */
import { moveDraft } from '../conversation/drafts';
import { openConversation, openId } from '../router';

/** Moves the draft too. If another conversation is open, it stays open. */
export function follow(from: string, to: string): void {
  moveDraft(from, to);
  if (openId() === from) void openConversation(to);
}
