import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { dismissLost } from '@/data/engine/outbox';
import { lostItems } from '@/data/engine/outbox/promises';
import { startI18n } from '@/i18n';
import QueueItems from './queue-items';
import QueueSheet from './queue-sheet';
import { Sheet } from '@/ui/sheet';

vi.mock('@/data/engine/outbox', () => ({
  dismissLost: vi.fn(async () => {}),
  cancelItem: vi.fn(async () => {}),
}));
vi.mock('@/data/engine/outbox/use-queue', () => ({ useQueue: () => ({ data: [] }) }));

const at = Date.UTC(2026, 10, 21, 7, 2);
const slip = { id: 'a', kind: 'slip' as const, capturedAt: at, size: 412_000 };
const message = { id: 'b', kind: 'chat' as const, capturedAt: at, size: 0 };

beforeAll(() => startI18n('en'));
beforeEach(() => lostItems.set([slip, message]));
afterEach(() => {
  cleanup();
  lostItems.set([]);
});

const chooseOther = vi.fn();
const understoodButtons = () => screen.getAllByRole('button', { name: 'Got it' });

it('a lost item is shown with instructions', () => {
  render(<QueueItems onChooseOther={chooseOther} />);

  expect(screen.getAllByText('Gone from this device')).toHaveLength(2);
  expect(screen.getByText(/^Chosen 14:02/)).toBeTruthy();
  expect(
    screen.getByText(/If it isn't in My slips, send the picture again\. The money is added only once$/),
  ).toBeTruthy();
  expect(screen.getByText('Written 14:02')).toBeTruthy();
  expect(screen.getByText(/If it isn't in the chat, send it again$/)).toBeTruthy();
});

it('a lost slip has a button to choose its picture again, and a lost message has none', () => {
  render(<QueueItems onChooseOther={chooseOther} />);

  fireEvent.click(screen.getByRole('button', { name: 'Choose another' }));

  expect(chooseOther).toHaveBeenCalledOnce();
});

it('a lost item stays until the member has read it', () => {
  render(<QueueItems onChooseOther={chooseOther} />);

  fireEvent.click(understoodButtons()[1]!);

  expect(dismissLost).toHaveBeenCalledExactlyOnceWith('b');
});

it('the list is shown while something is lost', () => {
  render(
    <Sheet open onClose={() => {}}>
      <QueueSheet />
    </Sheet>,
  );

  expect(screen.queryByText('Nothing to send')).toBeNull();
  expect(understoodButtons()).toHaveLength(2);
});
