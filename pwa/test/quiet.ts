import { screen } from '@testing-library/react';
import { expect } from 'vitest';

/** Expects no toast of a failure, no dialog and no alert. A test that renders no `<ToastViewport />` fails. */
export function expectQuiet(): void {
  expect(document.querySelector('[data-toasts]'), 'the test renders <ToastViewport />').not.toBeNull();
  for (const role of ['alert', 'alertdialog']) expect(screen.queryByRole(role), role).toBeNull();
}
