import { useEffect, useEffectEvent } from 'react';
import { focusForLetter, PAGE_SEARCH } from './focus';
import { isLetter, KEYS, pressOf, takesLetters, type KeyName, type Page } from './keys';

/** What the page's keys do; `press` says which of the keys in the table it was. */
export type KeyActions = Partial<Record<KeyName, (press: number) => void>>;

/** Follows the keys of a page while it is shown. Enter is the browser's own: it presses what has the focus. */
export function useKeys(page: Page, actions: KeyActions): void {
  const follow = useEffectEvent((event: KeyboardEvent) => {
    const name = (Object.keys(actions) as KeyName[]).find(
      (each) => pressOf(each, event) >= 0 && holds(page, each, event.target),
    );
    const isStray = name === undefined && isLetter(event) && !takesLetters(event.target);
    if ((!name && !isStray) || hasDialog()) return;
    if (!name) return focusForLetter();
    event.preventDefault();
    // A key that is held down goes on moving, and does everything else once.
    if (!event.repeat || name === 'move') actions[name]?.(pressOf(name, event));
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.defaultPrevented) follow(event);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

/** A dialog has keys of its own. */
function hasDialog(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null;
}

/** Whether a key of the table works on this page, with the focus here. */
function holds(page: Page, name: KeyName, target: EventTarget | null): boolean {
  const { pages, place } = KEYS[name];
  if (!(pages as readonly Page[]).includes(page)) return false;
  if (place === 'outside fields') return !takesLetters(target);
  if (place === 'outside fields, and in the empty search of a page')
    return !takesLetters(target) || isEmptySearch(target);
  if (place === 'on the list, and in the search of a page') return isOnList(target);
  return place === 'everywhere';
}

/** Whoever begins with the slash out of habit does not search for one. */
function isEmptySearch(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.matches(PAGE_SEARCH) && target.value === '';
}

/** Fields, forms and panels have arrows of their own. */
function isOnList(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  return target.matches('[data-find]') || !target.closest('input, textarea, select, form, [data-panel]');
}
