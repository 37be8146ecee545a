import { useLayoutEffect, type RefObject } from 'react';

const CONTROLS = 'button:not(:disabled), a[href], input:not(:disabled), textarea, [tabindex="0"]';

/**
 * Moves the focus to the first control of a dialog, in the same task in which the dialog is rendered. The
 * library waits for a frame first, but hides the page below from screen readers before that. If the page
 * still has the focus then, Chromium keeps it readable as long as the dialog is open.
 */
export function FocusAtOnce({ of }: { of: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => {
    const focus = () => {
      const dialog = of.current;
      if (!dialog || dialog.contains(document.activeElement)) return;
      focusNow(dialog.querySelector<HTMLElement>(CONTROLS) ?? dialog);
    };
    // After two microtasks the library has stored which element had the focus before, and that it was outside
    // the dialog. So the library's own frame does not take the focus from a field in the dialog.
    queueMicrotask(() => queueMicrotask(focus));
  }, [of]);
  return null;
}

/**
 * Focuses the control without a focus ring on a touch screen (base.css), until a key is pressed. If an
 * address opens a dialog, the browser does not know whether the user has a keyboard.
 */
function focusNow(control: HTMLElement): void {
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
