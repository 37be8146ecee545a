/** A guest signed in while somebody here wrote to them: the desk goes on in the member's conversation. */
import { moveDraft } from '../conversation/drafts';
import { openConversation, openId } from '../router';

/** With what was typed. What stands open elsewhere stays open. */
export function follow(from: string, to: string): void {
  moveDraft(from, to);
  if (openId() === from) void openConversation(to);
}
