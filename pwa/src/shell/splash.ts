/**
 * Removes the prerendered page once the app has rendered. On a slow connection the user may already have
 * typed into it, submitted the form or tapped a button (`first-paint.js` records that). The input is copied
 * to the app, the form is submitted, and the app's own button is clicked.
 */
export function replaceSplash(splash: Element | null, root: Element): void {
  if (!splash) return;
  const appInputs = root.querySelectorAll('input');
  splash.querySelectorAll('input').forEach((prerendered, i) => {
    const appInput = appInputs[i];
    if (appInput?.type !== prerendered.type) return;
    if (prerendered.type === 'checkbox') {
      if (prerendered.checked !== appInput.checked) appInput.click();
    } else if (prerendered.value) {
      type(appInput, prerendered.value);
    }
    if (document.activeElement === prerendered) appInput.focus();
  });
  const isSent = splash.querySelector('form[data-sent]') !== null;
  const button = findTappedButton(splash, root);
  splash.remove();
  // Only after the app has processed the input.
  if (isSent) setTimeout(() => root.querySelector('form')?.requestSubmit());
  if (button) setTimeout(() => button.click());
}

/**
 * Returns the app's button for the tapped button: at the same position among buttons of the same name.
 */
function findTappedButton(splash: Element, root: Element): HTMLButtonElement | undefined {
  const tapped = splash.querySelector<HTMLButtonElement>('button[data-tapped]');
  if (!tapped) return undefined;
  const nameOf = (button: HTMLButtonElement) => button.getAttribute('aria-label') ?? button.textContent;
  const buttonsLike = (container: Element) =>
    [...container.querySelectorAll('button')].filter((button) => nameOf(button) === nameOf(tapped));
  return buttonsLike(root)[buttonsLike(splash).indexOf(tapped)];
}

/** Sets the value as a keyboard does: by the native setter, then an input event for React. */
function type(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
