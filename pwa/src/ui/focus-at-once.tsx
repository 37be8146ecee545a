import { useLayoutEffect, type RefObject } from 'react';

const CONTROLS = 'button:not(:disabled), a[href], input:not(:disabled), textarea, [tabindex="0"]';

/**
 * Stands in a dialog, and brings the focus to its first control in the same task in which it is drawn. The library
 * waits for a frame; what lies under the dialog is hidden from screen readers before that, and Chromium then leaves a
 * page that still has the focus readable for as long as the dialog is open.
 */
export function FocusAtOnce({ of }: { of: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => {
    const focus = () => {
      const dialog = of.current;
      if (!dialog || dialog.contains(document.activeElement)) return;
      place(dialog.querySelector<HTMLElement>(CONTROLS) ?? dialog);
    };
    // Two microtasks on: the library has noted by then where the focus goes back to, and that it was not in here yet, so
    // its frame leaves alone what a field in the dialog has taken meanwhile.
    queueMicrotask(() => queueMicrotask(focus));
  }, [of]);
  return null;
}

/**
 * Focuses without a ring on a touch screen (base.css) until a key is pressed: of a dialog that an address opens, the
 * browser cannot tell that there is no keyboard.
 */
function place(control: HTMLElement): void {
  control.dataset['placed'] = '';
  const forget = () => {
    delete control.dataset['placed'];
    removeEventListener('keydown', forget, true);
    control.removeEventListener('blur', forget);
  };
  addEventListener('keydown', forget, true);
  control.addEventListener('blur', forget);
  control.focus({ preventScroll: true });
}
