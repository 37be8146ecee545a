import { screen } from '@testing-library/react';
import { expect } from 'vitest';

/**
 * Expects no error toast, no dialog and no alert. The test must render `<ToastViewport />`; otherwise this
 * fails.
 */
export function expectNoErrorShown(): void {
  expect(document.querySelector('[data-toasts]'), 'the test renders <ToastViewport />').not.toBeNull();
  for (const role of ['alert', 'alertdialog']) expect(screen.queryByRole(role), role).toBeNull();
}
