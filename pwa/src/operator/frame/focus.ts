/** Functions that move the focus by keys. */

/** The page's search, if it has one: letters typed outside fields go there. */
export const PAGE_SEARCH = '[data-page-search]';

/** The row under the cursor, in the open list. */
export const CURRENT_ROW = '[data-row][aria-current=true]';

/** Focuses the first matching element. Returns whether it has the focus now. */
export function focusOn(selector: string): boolean {
  const element = document.querySelector<HTMLElement>(selector);
  element?.focus();
  // Selects the input's text, so that typing replaces it.
  if (element instanceof HTMLInputElement) element.select();
  return element !== null && document.activeElement === element;
}

/**
 * For a letter typed outside fields: focuses the page's search. Without one it removes the focus, so that a
 * later Enter presses nothing.
 */
export function focusForLetter(): void {
  if (!focusOn(PAGE_SEARCH) && document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
