import { toggleAssignee, toggleOpen } from '../conversation/actions';
import { setDraft } from '../conversation/drafts';
import { inboxStore, summaryOf } from '../inbox/inbox';
import { closePanel, openedPanel } from '../panel/place';
import { closeConversation, openId } from '../router';
import type { Summary } from '../types';
import { focusOn } from './focus';
import { takesLetters } from './keys';
import { useKeys } from './use-keys';

/** Handles the keys of the inbox and the open conversation. */
export function useInboxKeys(me: string): void {
  const withOpenSummary = (act: (summary: Summary) => unknown) => () => {
    const summary = summaryOf(inboxStore.get(), openId());
    if (summary) act(summary);
  };
  useKeys('inbox', {
    move: (press) => moveBy(press === 0 ? 1 : -1),
    back: leaveLevel,
    reply: () => focusOn('[data-reply]'),
    canned() {
      const open = openId();
      if (!open) return;
      setDraft(open, '/');
      focusOn('[data-reply]');
    },
    take: withOpenSummary((summary) => toggleAssignee(summary, me)),
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

/** Leaves one level: first the field, then the column on the right, then the conversation. */
function leaveLevel(): void {
  const focused = document.activeElement;
  const open = openId();
  if (openedPanel() && !(focused instanceof HTMLElement && focused.matches('[data-reply]'))) {
    closePanel();
    focusOn(open ? '[data-conversation]' : '[data-row]');
  } else if (takesLetters(focused)) {
    focusOn('[data-conversation]');
  } else if (open) {
    void closeConversation();
    focusOn(`[data-row="${open}"]`);
  }
}
