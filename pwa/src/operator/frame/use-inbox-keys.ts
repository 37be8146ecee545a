import { toggleAssignee, toggleOpen } from '../conversation/actions';
import { setDraft } from '../conversation/drafts';
import { inboxStore, summaryOf } from '../inbox/inbox';
import { closePanel, readOpenPanel } from '../panel/open-panel';
import { closeConversation, readOpenId } from '../router';
import type { Summary } from '../types';
import { focusOn } from './focus';
import { acceptsText } from './keys';
import { useKeys } from './use-keys';

/** Handles the keys of the inbox and the open conversation. */
export function useInboxKeys(me: string): void {
  const withOpenSummary = (action: (summary: Summary) => unknown) => () => {
    const summary = summaryOf(inboxStore.get(), readOpenId());
    if (summary) action(summary);
  };
  useKeys('inbox', {
    move: (press) => moveBy(press === 0 ? 1 : -1),
    back: leaveLevel,
    reply: () => focusOn('[data-reply]'),
    canned() {
      const open = readOpenId();
      if (!open) return;
      setDraft(open, '/');
      focusOn('[data-reply]');
    },
    assign: withOpenSummary((summary) => toggleAssignee(summary, me)),
    close: withOpenSummary(toggleOpen),
  });
}

/** Moves from the focused row, or else from the open row, or else to the first row. */
function moveBy(step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const focused = rows.findIndex((row) => row === document.activeElement);
  const from = focused >= 0 ? focused : rows.findIndex((row) => row.ariaCurrent === 'true');
  const to = from < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, from + step));
  rows[to]?.focus();
}

/** Leaves the reply, else the column on the right, else another field, else the conversation. */
function leaveLevel(): void {
  const focused = document.activeElement;
  const open = readOpenId();
  if (readOpenPanel() && !(focused instanceof HTMLElement && focused.matches('[data-reply]'))) {
    closePanel();
    focusOn(open ? '[data-conversation]' : '[data-row]');
  } else if (acceptsText(focused)) {
    focusOn('[data-conversation]');
  } else if (open) {
    void closeConversation();
    focusOn(`[data-row="${open}"]`);
  }
}
