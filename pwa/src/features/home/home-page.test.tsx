import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { logOutMember, logInMember } from '../../../test/games';
import { startI18n } from '@/i18n';
import { showSheet } from '@/nav/sheets';
import { HomePage } from './home-page';

vi.mock('@/nav/sheets');
beforeAll(() => startI18n('en'));
beforeEach(() => logInMember([]));
afterEach(logOutMember);

// spec P8.2
it('home links to the member’s own deposit limits', async () => {
  render(<HomePage games={null} recent={null} allLink={null} pendingLink={() => null} />);

  fireEvent.click(await screen.findByRole('button', { name: 'My deposit limits' }));

  expect(showSheet).toHaveBeenCalledExactlyOnceWith('limits');
});
