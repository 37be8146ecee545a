/**
 * The page is there: what stood in its place goes. Where that was the page as drawn at build time,
 * somebody may have begun to type, on a connection that takes its time, and have sent it off, or have
 * tapped a button (`first-paint.js` remembers): it is sent, and the button does what it is for, now.
 */
export function takeOver(splash: Element | null, root: Element): void {
  if (!splash) return;
  const own = root.querySelectorAll('input');
  splash.querySelectorAll('input').forEach((drawn, i) => {
    const real = own[i];
    if (real?.type !== drawn.type) return;
    if (drawn.type === 'checkbox') {
      if (drawn.checked !== real.checked) real.click();
    } else if (drawn.value) {
      type(real, drawn.value);
    }
    if (document.activeElement === drawn) real.focus();
  });
  const isSent = splash.querySelector('form[data-sent]') !== null;
  const button = tappedIn(splash, root);
  splash.remove();
  // Once the app has heard of what was typed.
  if (isSent) setTimeout(() => root.querySelector('form')?.requestSubmit());
  if (button) setTimeout(() => button.click());
}

/** The app's own button for the one that was tapped: the same among those of its name. */
function tappedIn(splash: Element, root: Element): HTMLButtonElement | undefined {
  const tapped = splash.querySelector<HTMLButtonElement>('button[data-tapped]');
  if (!tapped) return undefined;
  const nameOf = (button: HTMLButtonElement) => button.getAttribute('aria-label') ?? button.textContent;
  const alike = (of: Element) =>
    [...of.querySelectorAll('button')].filter((button) => nameOf(button) === nameOf(tapped));
  return alike(root)[alike(splash).indexOf(tapped)];
}

/** As a keyboard does: past React, which then hears of it. */
function type(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
