import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SlipRow } from '@/data/storage/db';
import { startI18n } from '@/i18n';
import { SlipTable } from './slip-table';

const buildSlip = (more: Partial<SlipRow>): SlipRow => ({
  clientId: 'a',
  createdAt: '2026-11-21T16:59:58Z',
  amount: 1234.5,
  status: 'SUCCESS',
  currency: 'BAHT',
  review: false,
  link: '',
  reference: 'r',
  version: 1,
  ...more,
});

beforeAll(() => startI18n('en'));
afterEach(cleanup);

const onImage = vi.fn();
const showRow = (more: Partial<SlipRow>) => {
  render(<SlipTable slips={[buildSlip(more)]} onImage={onImage} />);
  return within(screen.getAllByRole('row').at(-1)!);
};

describe('a row of the slip table', () => {
  // spec 2.88b, 2.88c, 4.22b, 9.43
  it('a slip’s row shows date, amount and status', () => {
    const cells = showRow({});

    expect(cells.getByText('21/11/2026 23:59:58')).toBeTruthy();
    expect(cells.getByText('1,234.50')).toBeTruthy();
    expect(cells.getByText('Completed').closest('.bg-in-soft')).not.toBeNull();
  });

  // spec 4.22a
  it.each(['PENDING', 'OF_A_NEWER_SERVER'])(
    'a slip’s row is in progress, with the warning style, until the slip is settled: %s',
    (status) => {
      const chip = showRow({ status: status as SlipRow['status'], amount: null }).getByText('In progress');

      expect(chip.closest('[class*=pending]')).not.toBeNull();
    },
  );

  it('a slip’s row shows who acts while the slip waits, and what to do after a refusal', () => {
    expect(showRow({ status: 'PENDING' }).getByText("We're checking it with the bank")).toBeTruthy();
    cleanup();
    expect(showRow({ status: 'PENDING', review: true }).getByText('Under review')).toBeTruthy();
    cleanup();
    expect(showRow({ status: 'FAILED', note: 'NOT_MATCH' }).getByText(/please contact support/)).toBeTruthy();
  });

  // spec 2.88d, 4.22c, 8.24
  it('a failed slip’s row shows the reason in parentheses below the status', () => {
    const cells = showRow({ status: 'FAILED', note: 'NOT_MATCH' });

    const status = cells.getByText('Failed');
    const reason = cells.getByText("(The sending account isn't yours)");
    expect(status.closest('td')!.className).toContain('row-start-1');
    expect(reason.closest('td')!.className).toContain('row-start-3');
  });

  // spec 4.23a, 4.23b, 4.23c, 4.23d, 4.23e, 4.23f, 4.23g, 4.23h, 4.23i, 8.23a, 8.23b, 8.23c, 8.23d
  it.each([
    ['UPLOADED_FILE_NOT_EXIST', '(Incorrect slip picture)'],
    ['IMG_SIZE_UNABLE_TO_PROCESS', '(Incorrect slip picture)'],
    ['CANNOT_READ_CROPPED_IMAGE', '(Incorrect slip picture)'],
    ['DEST_ACC_INVALID', "(The receiving account isn't right)"],
    ['SLIP_REFNO_DUPLICATED', '(We already have this slip)'],
    ['UNSTABLE_REFNO_ON_SLIP', "(We couldn't confirm the slip's reference)"],
    ['TRIPPLE_WRONG_CAPTCHA', '(The slip check got its captcha wrong three times)'],
    ['INVALID_SLIP', "(This picture isn't a transfer slip)"],
    ['NOT_MATCH', "(The sending account isn't yours)"],
    ['EXPIRED_SLIP', '(The slip is too old)'],
    ['UNKNOW_ERROR', "(We couldn't check the slip)"],
  ] as const)('a slip that failed with %s has its own text', (note, words) => {
    expect(showRow({ status: 'FAILED', note }).getByText(words)).toBeTruthy();
  });

  // spec 2.88e
  it('a slip’s row links to the picture', () => {
    fireEvent.click(showRow({}).getByRole('button', { name: /21\/11\/2026/ }));

    expect(onImage).toHaveBeenCalledExactlyOnceWith(buildSlip({}));
  });
});
