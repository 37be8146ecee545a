import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startI18n } from '@/i18n';
import { CopyButton } from './copy-button';
import { ToastViewport } from './toast';

beforeAll(() => startI18n('en'));
afterEach(cleanup);

function copy(write: (text: string) => Promise<void>) {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(write);
  tap();
  return copied;
}

function tap(shown?: ReactNode) {
  render(
    <>
      {shown}
      <div>
        <CopyButton text="118-467-2309" label="Copy the number" />
      </div>
      <ToastViewport />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Copy the number' }));
}

/** Replaces document.execCommand; returns the texts selected at its calls. */
function replaceExecCommand(works: boolean): string[] {
  const selected: string[] = [];
  document.execCommand = () => {
    selected.push(getSelection()!.toString());
    return works;
  };
  return selected;
}

// spec 8.39a
it('a copy is reported in a toast', async () => {
  const copied = copy(async () => {});

  await screen.findByText('Copied: 118-467-2309');
  expect(copied).toHaveBeenCalledExactlyOnceWith('118-467-2309');
});

// spec 8.39b
it('a failed copy is reported in a toast', async () => {
  replaceExecCommand(false);

  copy(() => Promise.reject(new Error('not allowed')));

  await screen.findByText('Failed to copy');
});

describe('a browser without a clipboard', () => {
  const removeClipboard = () => vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
  afterEach(() => vi.unstubAllGlobals());

  it('the old command copies within the tap, and leaves nothing in the page', async () => {
    removeClipboard();
    const copied = replaceExecCommand(true);

    tap();

    expect(copied).toEqual(['118-467-2309']);
    await screen.findByText('Copied: 118-467-2309');
    expect(screen.queryByText('118-467-2309')).toBeNull();
  });

  it('the number is selected if the old command is missing too', async () => {
    removeClipboard();
    replaceExecCommand(false);

    tap(<p>118 467 2309</p>);

    await screen.findByText('Failed to copy. Press and hold the selected text, then tap “Copy”');
    expect(getSelection()?.toString()).toBe('118 467 2309');
  });
});
