/**
 * Resolves when somebody sees the page: at once, unless the browser draws it ahead for an address
 * that may be opened next. Until then a page does nothing, as its visitor has not come.
 */
export function whenShown(): Promise<void> {
  const { prerendering } = document as { prerendering?: boolean };
  if (!prerendering) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('prerenderingchange', () => resolve(), { once: true });
  });
}

/** Ends the task, so that input handlers and painting run before the work goes on. */
export function yieldToBrowser(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((go) => setTimeout(go));
}
