/**
 * The page is there: what stood in its place goes. Where that was the page as drawn at build time,
 * somebody may have begun to type, on a connection that takes its time, and have sent it off
 * (`first-paint.js` remembers): it is sent now.
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
  splash.remove();
  // Once the app has heard of what was typed.
  if (isSent) setTimeout(() => root.querySelector('form')?.requestSubmit());
}

/** As a keyboard does: past React, which then hears of it. */
function type(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
