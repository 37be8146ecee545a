import { useEffect, useEffectEvent } from 'react';
import { focusPageSearch, PAGE_SEARCH } from './focus';
import { typesCharacter, KEYS, pressIndex, acceptsText, type KeyName, type Page } from './keys';

/** The actions of a page's keys. `keyIndex` is the index of the pressed key in the table's entry. */
export type KeyActions = Partial<Record<KeyName, (keyIndex: number) => void>>;

/**
 * Handles a page's keys while the page is shown. Enter is left to the browser, which activates the focused
 * element.
 */
export function useKeys(page: Page, actions: KeyActions): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const name = (Object.keys(actions) as KeyName[]).find(
      (each) => pressIndex(each, event) >= 0 && isKeyActive(page, each, event.target),
    );
    const isStray = name === undefined && typesCharacter(event) && !acceptsText(event.target);
    if ((!name && !isStray) || hasDialog()) return;
    if (!name) return focusPageSearch();
    event.preventDefault();
    // While a key is held down, only moves repeat.
    if (!event.repeat || name === 'move') actions[name]?.(pressIndex(name, event));
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.defaultPrevented) handleKey(event);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Returns whether a dialog is open. Dialogs have their own keys. */
function hasDialog(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null;
}

/** Returns whether a key of the table works on this page with this focus. */
function isKeyActive(page: Page, name: KeyName, target: EventTarget | null): boolean {
  const { pages, focus } = KEYS[name];
  if (!(pages as readonly Page[]).includes(page)) return false;
  if (focus === 'outside fields') return !acceptsText(target);
  if (focus === 'outside fields, and in the empty search of a page')
    return !acceptsText(target) || isEmptySearch(target);
  if (focus === 'on the list, and in the search of a page') return isOnList(target);
  return focus === 'everywhere';
}

/** Returns whether the element is the page's empty search. A slash there counts as a key and is not typed. */
function isEmptySearch(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.matches(PAGE_SEARCH) && target.value === '';
}

/** Returns whether the focus is on the list. Fields, forms and panels use the arrow keys themselves. */
function isOnList(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  return target.matches('[data-find]') || !target.closest('input, textarea, select, form, [data-panel]');
}
