import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { PlayBreak } from '@/data/domains/care/commands';
import { startI18n } from '@/i18n';
import '@/i18n/care-texts';
import { Sheet } from '@/ui/sheet';
import { ClosedPage } from './closed-page';

const closed: PlayBreak = {
  kind: 'EXCLUSION',
  over: false,
  since: '2026-11-20T00:00:00Z',
  ends: null,
  confirmable: false,
  confirmableAt: null,
};

beforeAll(() => startI18n('th'));

afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
});

function showClosedPage(): void {
  render(
    <Sheet open onClose={() => {}}>
      <ClosedPage closed={closed} onLonger={() => {}} />
    </Sheet>,
  );
}

it('a member on a break in Thailand sees the number of the mental health line', async () => {
  showClosedPage();

  expect(await screen.findByText(/สายด่วนสุขภาพจิต 1323/)).toBeTruthy();
});

it('a member on a break in Laos sees no Thai number', async () => {
  vi.stubEnv('VITE_LAOS', 'true');
  showClosedPage();

  expect(await screen.findByText('ระหว่างนี้ถอนเงินได้ตามปกติ')).toBeTruthy();
  expect(screen.queryByText(/1323/)).toBeNull();
});
