import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { noteServerDate } from '@/data/api/clock';
import { sendCommand } from '@/data/engine/commands/send';
import { startI18n } from '@/i18n';
import { showSheet } from '@/nav/sheets';
import { CareNotice } from './care-notice';

let reviewDue = '';

vi.mock('@/nav/sheets');
vi.mock('@/data/engine/commands/send', async (real) => ({ ...(await real<object>()), sendCommand: vi.fn() }));
vi.mock('@/data/engine/outbox/use-queue', () => ({
  useConnection: () => ({ offline: false, waiting: 0 }),
}));
vi.mock('@/data/engine/resources/use-resource', () => ({
  useResource: () => ({ data: { closed: null, reviewDue }, asOf: null, loading: false }),
}));

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

beforeAll(() => startI18n('en'));
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

describe('the review of the limits', () => {
  // spec P8.4
  it('the review is requested when due, links to the limits, and is reported as done', () => {
    reviewDue = inDays(-1);
    render(<CareNotice />);

    fireEvent.click(screen.getByRole('button', { name: 'Review' }));

    expect(showSheet).toHaveBeenCalledExactlyOnceWith('limits');
    expect(sendCommand).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'limitsReviewed' }));
  });

  it.each([
    ['a year ahead', -365, 1, 0],
    ['a year behind', 365, -1, 1],
  ])(
    'the review uses the server’s clock on a phone that is %s, from the first response on',
    (_, server, due, buttons) => {
      reviewDue = inDays(server + due);
      render(<CareNotice />);

      act(() => noteServerDate(inDays(server)));

      expect(screen.queryAllByRole('button', { name: 'Review' })).toHaveLength(buttons);
      act(() => noteServerDate(inDays(0)));
    },
  );

  // spec P8.4
  it('the review is not requested before it is due', () => {
    reviewDue = inDays(1);
    render(<CareNotice />);

    expect(screen.queryByRole('button')).toBeNull();
  });
});
