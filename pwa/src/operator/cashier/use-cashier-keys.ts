import { useEffect, useRef } from 'react';
import { actAmong, takesLetters, type Letters } from '../frame/keys';

type Act = 'next' | 'previous' | 'accept' | 'refuse' | 'find';

const letters: Letters<Act> = {
  KeyJ: 'next',
  KeyK: 'previous',
  KeyA: 'accept',
  KeyR: 'refuse',
  Slash: 'find',
};

export interface CashierKeys {
  move: (step: 1 | -1) => void;
  accept: () => void;
  refuse: () => void;
  back: () => void;
}

/** A list and its detail from the keyboard: J K move, A and R decide, a slash finds a member. */
export function useCashierKeys(keys: CashierKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A dialog has keys of its own.
      if (event.defaultPrevented || document.querySelector('[role=dialog], [role=alertdialog]')) return;
      const act = actAmong(letters, event, takesLetters(event.target));
      if (!act) return;
      event.preventDefault();
      // A key that is held down moves, but decides once.
      if (event.repeat && act !== 'next' && act !== 'previous') return;
      perform(act, latest.current);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

function perform(act: Act | 'back', keys: CashierKeys): void {
  switch (act) {
    case 'next':
      return keys.move(1);
    case 'previous':
      return keys.move(-1);
    case 'accept':
      return keys.accept();
    case 'refuse':
      return keys.refuse();
    case 'find':
      // An item that asks whose it is comes before the search for anybody.
      return focusOn(document.querySelector('aside [data-find]') ? 'aside [data-find]' : '[data-find]');
    case 'back':
      return keys.back();
  }
}

/** The first of them that is on the screen; what is in it is taken to be overwritten. */
export function focusOn(selector: string): void {
  const element = document.querySelector<HTMLElement>(selector);
  element?.focus();
  if (element instanceof HTMLInputElement) element.select();
}

/** The row under the cursor, in whichever list is open. */
export const CURRENT_ROW = '[data-row][aria-current=true]';
