/** Where the focus goes by keys. */

/** The search of the page, where it has one: letters that are typed nowhere go there. */
export const PAGE_SEARCH = '[data-page-search]';

/** The row under the cursor, in whichever list is open. */
export const CURRENT_ROW = '[data-row][aria-current=true]';

/** The first of them that is on the screen. Returns whether there is one. */
export function focusOn(selector: string): boolean {
  const element = document.querySelector<HTMLElement>(selector);
  element?.focus();
  // What is in it is taken to be overwritten.
  if (element instanceof HTMLInputElement) element.select();
  return element !== null && document.activeElement === element;
}

/** A letter that no field takes: into the page's search, or, where there is none, away from whatever Enter would press. */
export function focusForLetter(): void {
  if (!focusOn(PAGE_SEARCH) && document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
