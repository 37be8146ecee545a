import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '@/i18n';
import { ToastViewport } from '@/ui/toast';
import { logOutMember, logInMember } from '../../../test/games';
import { refusal } from '../../../test/network';
import { expectNoErrorShown } from '../../../test/no-error-shown';
import { RecentLines } from './recent-lines';
import { StatementPage } from './statement-page';

vi.mock('@/nav/sheets');
beforeAll(() => startI18n('en'));
beforeEach(async () => {
  const server = await logInMember([]);
  server.on('POST /api/statement', () => refusal(500, 'INTERNAL_SERVER_ERROR'));
});
afterEach(logOutMember);

// spec 8.40i
it.each([
  [
    'the statement',
    <StatementPage key="" page={1} filter={{}} onFilter={vi.fn()} link={vi.fn()} onPage={vi.fn()} />,
  ],
  ['the last lines of home', <RecentLines key="" link={vi.fn()} />],
])('%s that cannot be loaded shows no error, and its skeleton disappears', async (_, screenOf) => {
  const { container } = render(
    <>
      {screenOf}
      <ToastViewport />
    </>,
  );
  const findSkeleton = () => container.querySelector('.animate-pulse');
  expect(findSkeleton()).not.toBeNull();

  await waitFor(() => expect(findSkeleton()).toBeNull());

  // Checked at once: a toast would be gone a moment later.
  expectNoErrorShown();
  expect(screen.getByText('Open it again later')).toBeTruthy();
});
