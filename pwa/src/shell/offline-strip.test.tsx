import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { StorageLoss } from '@/data/storage/use-storage-notice';
import { lostItems } from '@/data/engine/outbox/promises';
import { startI18n } from '@/i18n';
import { OfflineStrip } from './offline-strip';

const phone = vi.hoisted(() => ({
  offline: false,
  queue: [] as { state: string }[],
  unstored: null as StorageLoss | null,
}));

vi.mock('@/nav/sheets');
vi.mock('@/data/engine/outbox/use-queue', () => ({
  useConnection: () => ({ offline: phone.offline, waiting: phone.queue.length }),
  useQueue: () => ({ data: phone.queue }),
}));
vi.mock('@/data/storage/use-storage-notice', () => ({ useStorageFailure: () => phone.unstored }));

beforeAll(() => startI18n('en'));
afterEach(() => {
  cleanup();
  Object.assign(phone, { offline: false, queue: [], unstored: null });
});

const renderStrip = () => {
  render(<OfflineStrip guest={false} />);
  return screen.queryByRole('status')?.textContent ?? '';
};

it('the strip is hidden while nothing is wrong', () => {
  expect(renderStrip()).toBe('');
});

describe('a phone that does not store everything', () => {
  it.each<[StorageLoss, RegExp]>([
    ['blocked.session', /Chrome or Safari.*log in again$/],
    ['blocked.both', /Chrome or Safari.*log in again, and you'll lose what isn't sent yet$/],
    ['full.queue', /Delete files.*lose what isn't sent yet$/],
    ['broken.queue', /lose what isn't sent yet.*close the app and open it again$/],
  ])('the strip shows what is lost when the page closes, and what to do: %s', (unstored, expectedText) => {
    phone.unstored = unstored;

    expect(renderStrip()).toMatch(expectedText);
  });

  it('an item that needs the member is shown first', () => {
    phone.unstored = 'full.queue';
    phone.queue = [{ state: 'needs_user' }];

    expect(renderStrip()).toMatch(/^Check 1\sitem$/);
  });

  it('a lost item is shown, and links to its details', () => {
    lostItems.set([{ id: 'a', kind: 'slip', capturedAt: 1, size: 1 }]);

    expect(renderStrip()).toMatch(/^Check 1\sitem$/);
    lostItems.set([]);
  });
});
