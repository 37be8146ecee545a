import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '@/i18n';
import { keepTogether } from '@/i18n/keep-together';
import { sheetSearch, startSheets } from '@/nav/sheets';
import ChatDisc from './chat-disc';

let unread = 0;
vi.mock('@/data/domains/chat/use-unread', () => ({ useUnread: () => unread }));

beforeAll(() => startI18n('en'));
beforeEach(() => {
  localStorage.clear();
  unread = 0;
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function renderDisc(path = '/login') {
  const history = createMemoryHistory({ initialEntries: [path] });
  const root = createRootRoute({ validateSearch: sheetSearch });
  const pages = ['/login', '/contact'].map((page) =>
    createRoute({ getParentRoute: () => root, path: page, component: ChatDisc }),
  );
  const router = createRouter({ routeTree: root.addChildren(pages), history });
  startSheets(router);
  render(<RouterProvider router={router as never} />);
  await screen.findByRole('button', { name: /^Chat with support/ });
  return history;
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const invitation = () => screen.queryByText('A question? Contact support here');

describe('the collapsed chat', () => {
  // spec 2.91a, 4.29
  it('a tap opens the chat as a sheet', async () => {
    const history = await renderDisc();

    fireEvent.click(screen.getByRole('button', { name: 'Chat with support' }));

    await waitFor(() => expect(history.location.href).toBe('/login?sheet=chat'));
  });

  it('the unread count is shown, also to screen readers', async () => {
    unread = 3;
    await renderDisc();

    expect(
      screen.getByRole('button', { name: keepTogether('Chat with support, 3 new messages') }).textContent,
    ).toBe('3');
  });

  // spec 2.91b
  it('an invitation appears a moment after the page, unless one was dismissed before', async () => {
    await renderDisc();
    await wait(3900);
    expect(invitation()).toBeNull();
    await wait(200);
    expect(invitation()).not.toBeNull();

    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(invitation()).toBeNull();
    cleanup();

    await renderDisc();
    await wait(5000);
    expect(invitation()).toBeNull();
  });

  it('no invitation appears on the chat’s own page, or while messages are unread', async () => {
    await renderDisc('/contact');
    await wait(5000);
    expect(invitation()).toBeNull();
    cleanup();

    unread = 1;
    await renderDisc();
    await wait(5000);
    expect(invitation()).toBeNull();
  });
});
