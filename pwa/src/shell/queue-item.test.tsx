import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { cancelItem } from '@/data/engine/outbox';
import type { AnyItem } from '@/data/engine/outbox/kinds';
import { startI18n } from '@/i18n';
import { ToastViewport } from '@/ui/toast';
import { QueueItem } from './queue-item';

vi.mock('@/data/engine/outbox', () => ({
  cancelItem: vi.fn(async () => {}),
  retryItem: vi.fn(async () => {}),
}));
vi.mock('@/data/engine/outbox/use-queue', () => ({
  useConnection: () => ({ offline: true, waiting: 1 }),
}));

beforeAll(() => startI18n('en'));
afterEach(cleanup);

const at = Date.UTC(2026, 10, 21, 7, 2);

function item(more: object): AnyItem {
  return {
    seq: 1,
    sha256: '',
    id: 'a',
    lane: 'chat',
    kind: 'chat',
    message: { message_type: 'text', payload: '' },
    state: 'queued',
    createdAt: at,
    capturedAt: at,
    tries: 0,
    size: 0,
    mime: '',
    ...more,
  };
}

const media = {
  message_type: 'media',
  payload: { message: '', url: false, fileType: 'image', filePath: '', name: 'a.png' },
} as const;

describe('a queued item', () => {
  it.each([
    [
      'a message, by its text',
      item({ message: { message_type: 'text', payload: 'Where is it?' } }),
      'Message to support',
      'Where is it?',
    ],
    [
      'a postback, by its title',
      item({ message: { message_type: 'postback', payload: { title: 'Yes', payload: 'Y' } } }),
      'Message to support',
      'Yes',
    ],
    [
      'a file, by its time and size',
      item({ message: media, size: 412_000 }),
      'Picture or video to support',
      'Chosen 14:02 · 412 KB',
    ],
    [
      'a slip, by its time and size',
      item({ kind: 'slip', lane: 'slip', size: 412_000 }),
      'Your slip',
      'Chosen 14:02 · 412 KB',
    ],
  ])('a queued item is described: %s', (_, waiting, title, detail) => {
    render(<QueueItem item={waiting} />);

    expect(screen.getByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByText(detail)).toBeTruthy();
    expect(screen.getByText('Not sent yet')).toBeTruthy();
  });

  it('a text message shows no percent, since it is sent in a moment', () => {
    render(<QueueItem item={item({ state: 'sending', message: { message_type: 'text', payload: 'Hi' } })} />);

    expect(screen.getByText('Sending it to support')).toBeTruthy();
    expect(screen.queryByText(/%/)).toBeNull();
  });

  it('a refused message offers no other picture', () => {
    const refused = item({
      state: 'needs_user',
      message: media,
      size: 5,
      lastError: { code: 'SLIP_INVALID_FILE', status: 415 },
    });
    render(<QueueItem item={refused} onChooseOther={() => {}} />);

    expect(screen.queryByRole('button', { name: /Choose another/ })).toBeNull();
    expect(screen.getByText('File is not supported. Delete it and send another')).toBeTruthy();
  });

  it.each([
    ['waits', { state: 'waiting', nextAt: Date.now() + 60_000 } as const, /back online/],
    ['has used up its tries', { state: 'needs_user' } as const, /^Something went wrong on our side/],
  ])('a picture for support that was refused and %s is not called a slip', (_, more, expectedText) => {
    const lastError = { code: 'SLIP_UPLOAD_FAIL', status: 503 };
    render(<QueueItem item={item({ message: media, size: 5, lastError, ...more })} />);

    expect(screen.getByText(expectedText)).toBeTruthy();
    expect(screen.queryByText(/slip|not supported/i)).toBeNull();
  });

  it('an item is deleted by two taps, and a toast then shows that it will not be sent', async () => {
    render(
      <>
        <QueueItem item={item({ message: { message_type: 'text', payload: 'Hi' } })} />
        <ToastViewport />
      </>,
    );

    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(cancelItem).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Tap again to delete' }));

    await waitFor(() => expect(screen.getByText("Cancelled. This message won't be sent")).toBeTruthy());
    expect(cancelItem).toHaveBeenCalledExactlyOnceWith('a');
  });
});
