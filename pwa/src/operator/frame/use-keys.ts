import { useEffect } from 'react';
import { toggleAssignee, toggleOpen } from '../conversation/acts';
import { setDraft } from '../conversation/drafts';
import { inboxStore, summaryOf } from '../inbox/inbox';
import { closePanel, openedPanel } from '../panel/place';
import { closeConversation, openId } from '../place';
import { actOf, takesLetters, type Act } from './keys';

/** The whole desk from the keyboard. Enter is the browser's own: the focus stands on the row. */
export function useKeys(me: string): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A dialog has keys of its own.
      if (event.defaultPrevented || document.querySelector('[role=dialog], [role=alertdialog]')) return;
      const act = actOf(event, takesLetters(event.target));
      if (!act) return;
      event.preventDefault();
      if (!event.repeat || act === 'next' || act === 'previous') perform(act, me);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [me]);
}

function perform(act: Act, me: string): void {
  const open = openId();
  const summary = summaryOf(inboxStore.get(), open);
  switch (act) {
    case 'next':
      return moveBy(1);
    case 'previous':
      return moveBy(-1);
    case 'back':
      return back();
    case 'reply':
      return focusOn('[data-reply]');
    case 'canned':
      if (!open) return;
      setDraft(open, '/');
      return focusOn('[data-reply]');
    case 'take':
      return void (summary && toggleAssignee(summary, me));
    case 'close':
      return void (summary && toggleOpen(summary));
  }
}

/** From the row with the focus, else from the open one, else from above the first. */
function moveBy(step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const focused = rows.findIndex((row) => row === document.activeElement);
  const from = focused >= 0 ? focused : rows.findIndex((row) => row.ariaCurrent === 'true');
  const to = from < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, from + step));
  rows[to]?.focus();
}

/** One step: out of the field, out of the column on the right, out of the conversation. */
function back(): void {
  const focused = document.activeElement;
  const open = openId();
  if (openedPanel() && !(focused instanceof HTMLElement && focused.matches('[data-reply]'))) {
    closePanel();
    return focusOn(open ? '[data-conversation]' : '[data-row]');
  }
  if (takesLetters(focused)) return focusOn('[data-conversation]');
  if (!open) return;
  closeConversation();
  focusOn(`[data-row="${open}"]`);
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}
