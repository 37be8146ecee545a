/**
 * whenShown resolves when the page is visible to the user. That is at once, unless the browser prerenders the
 * page for an address that may be opened next. A prerendered page must do nothing yet.
 */
export function whenShown(): Promise<void> {
  const { prerendering } = document as { prerendering?: boolean };
  if (!prerendering) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('prerenderingchange', () => resolve(), { once: true });
  });
}

/** yieldToBrowser ends the task, so that input handlers and painting run before the work continues. */
export function yieldToBrowser(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((continueWork) => setTimeout(continueWork));
}
