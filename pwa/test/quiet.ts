import { screen } from '@testing-library/react';
import { expect } from 'vitest';

/**
 * Expects no error toast, no dialog and no alert. It fails if the test does not render `<ToastViewport />`.
 */
export function expectQuiet(): void {
  expect(document.querySelector('[data-toasts]'), 'the test renders <ToastViewport />').not.toBeNull();
  for (const role of ['alert', 'alertdialog']) expect(screen.queryByRole(role), role).toBeNull();
}
