import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '@/i18n';
import { CopyButton } from './copy-button';
import { ToastViewport } from './toast';

beforeAll(() => startI18n('en'));
afterEach(cleanup);

function copy(write: (text: string) => Promise<void>) {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(write);
  render(
    <>
      <CopyButton text="118-467-2309" label="Copy the number" />
      <ToastViewport />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Copy the number' }));
  return copied;
}

// spec 8.39a
it('what was copied is said in a toast', async () => {
  const copied = copy(async () => {});

  await screen.findByText('Copied: 118-467-2309');
  expect(copied).toHaveBeenCalledExactlyOnceWith('118-467-2309');
});

// spec 8.39b
it('a copy that failed is said in a toast', async () => {
  copy(() => Promise.reject(new Error('not allowed')));

  await screen.findByText('Failed to copy');
});
