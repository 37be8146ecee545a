/** Functions that move the focus by keys. */

/** Selects the page's search, if it has one. Letters typed outside fields are added to it. */
export const PAGE_SEARCH = '[data-page-search]';

/** Selects the row under the cursor of the open list. */
export const CURRENT_ROW = '[data-row][aria-current=true]';

/** Focuses the first matching element. Returns whether that element has the focus now. */
export function focusOn(selector: string): boolean {
  const element = document.querySelector<HTMLElement>(selector);
  element?.focus();
  // Selects the input's text, so that typing replaces it.
  if (element instanceof HTMLInputElement) element.select();
  return element !== null && document.activeElement === element;
}

/**
 * Moves the focus for a letter that is typed outside fields. It focuses the page's search. If there is none
 * it removes the focus, so that a later Enter activates no button.
 */
export function focusPageSearch(): void {
  if (!focusOn(PAGE_SEARCH) && document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
