import { RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../test/eventually';
import { stubServer } from '../../test/server';
import { connectLayers } from '@/nav/layer-history';
import { startTexts } from './i18n';
import { startPages } from './pages';
import { closePanel, openPanel } from './panel/open-panel';
import {
  closeConversation,
  openConversation,
  readOpenId,
  openSection,
  router,
  readSection,
  watchOpen,
  watchSection,
} from './router';
import { sessionStore } from './session';

const { history } = router;

const path = () => history.location.pathname;
const readHistoryIndex = () => history.location.state.__TSR_index;
/** Opens an address, as a link or the address bar does. */
const goTo = (address: string) => act(() => (history.push(address), router.load()));
const signIn = (role: string) =>
  act(() =>
    sessionStore.set({
      session: { token: role, username: role, role, expiresAt: '2099-01-01T00:00:00Z' },
      expired: false,
    }),
  );
const signOut = () => act(() => sessionStore.set({ session: null, expired: false }));
const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name });
const findLoginTitle = () => findTitle('Team login');

beforeAll(async () => {
  await startTexts('en');
  startPages();
  connectLayers(router);
});
beforeEach(async () => {
  stubServer();
  history.replace('/operator');
  render(<RouterProvider router={router} />);
  await act(() => router.load());
});
afterEach(() => {
  signOut();
  cleanup();
});

describe('an address of the console', () => {
  it.each([
    ['/operator', 'Chats'],
    ['/operator/cashier', 'Cashier'],
    ['/operator/cashier/two', 'Approvals'],
    ['/operator/log', 'Audit log'],
  ])('the address %s opens the page %s for an admin', async (address, name) => {
    signIn('admin');

    await goTo(address);

    expect(await findTitle(name)).toBeTruthy();
    expect(path()).toBe(address);
  });

  it.each([
    ['support', '/operator/cashier', '/operator'],
    ['support', '/operator/log', '/operator'],
    ['cashier', '/operator', '/operator/cashier'],
    ['cashier', '/operator/7', '/operator/cashier'],
    ['cashier', '/operator/log', '/operator/cashier'],
  ])('an address of another role is replaced: %s at %s leads to %s', async (role, address, own) => {
    signIn(role);
    await eventually(() => expect(screen.queryByRole('navigation')).not.toBeNull());
    const before = readHistoryIndex();

    await goTo(address);

    await eventually(() => expect(path()).toBe(own));
    // The wrong address must keep no history entry. Otherwise "back" would return to it.
    expect(readHistoryIndex()).toBe(before + 1);
  });

  it('an operator without a role sees the refusal', async () => {
    signIn('cook');

    expect(await findTitle("You don't have access")).toBeTruthy();
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('the page of an address opens after the login', async () => {
    await goTo('/operator/cashier/two');
    expect(await findLoginTitle()).toBeTruthy();
    expect(path()).toBe('/operator/cashier/two');

    signIn('cashier');

    expect(await findTitle('Approvals')).toBeTruthy();
  });

  it('the next operator sees nothing of the last one’s page', async () => {
    signIn('cashier');
    expect(await findTitle('Cashier')).toBeTruthy();
    signOut();
    expect(await findLoginTitle()).toBeTruthy();
    expect(path()).toBe('/operator/cashier');

    signIn('support');

    expect(await findTitle('Chats')).toBeTruthy();
    expect(path()).toBe('/operator');
  });

  it.each(['/operator/seven', '/operator/7/more', '/operator/'])(
    'an unknown address such as %s shows the list of chats',
    async (address) => {
      signIn('support');

      await goTo(address);

      expect(await findTitle('Chats')).toBeTruthy();
      expect(readOpenId()).toBeNull();
    },
  );
});

describe('the open conversation', () => {
  beforeEach(async () => {
    signIn('support');
    await findTitle('Chats');
  });

  const findConversation = (id: string) => screen.findByRole('region', { name: new RegExp(id) });

  it('a second conversation replaces the first one’s history entry: one back leads to the list', async () => {
    const before = readHistoryIndex();

    await act(() => openConversation('7'));
    expect(await findConversation('7')).toBeTruthy();
    expect(path()).toBe('/operator/7');
    await act(() => openConversation('8'));
    expect(await findConversation('8')).toBeTruthy();
    expect(path()).toBe('/operator/8');

    expect(readHistoryIndex()).toBe(before + 1);
  });

  it('a conversation closes without another history entry', async () => {
    await act(() => openConversation('7'));
    const before = readHistoryIndex();

    await act(() => closeConversation());

    expect(path()).toBe('/operator');
    expect(readHistoryIndex()).toBe(before);
    expect(screen.queryByRole('region', { name: /7/ })).toBeNull();
  });

  it('watchOpen notifies once of each opened conversation, even if a layer adds a history entry', async () => {
    const notified: (string | null)[] = [];
    const stop = watchOpen(() => notified.push(readOpenId()));

    const shown = openConversation('7');
    expect(notified).toEqual(['7']);
    await act(() => shown);
    act(() => openPanel('me'));
    await eventually(() => expect(history.location.state.layer).toBe(1));
    act(closePanel);
    await act(() => openConversation('8'));
    stop();

    expect(notified).toEqual(['7', '8']);
  });
});

it('watchSection notifies when the section changes, and only then', async () => {
  signIn('admin');
  const notified: string[] = [];
  const stop = watchSection(() => notified.push(readSection()));

  await act(() => openConversation('7'));
  await act(() => openSection('proposals'));
  await act(() => openSection('proposals'));
  await act(() => openSection('queue'));
  stop();

  expect(notified).toEqual(['proposals', 'queue']);
});

it('back closes a layer over a page before it leaves the page', async () => {
  signIn('support');
  await findTitle('Chats');
  await act(() => openConversation('7'));
  act(() => openPanel('me'));
  expect(await screen.findByRole('complementary')).toBeTruthy();
  await eventually(() => expect(history.location.state.layer).toBe(1));

  act(() => history.back());
  await eventually(() => expect(screen.queryByRole('complementary')).toBeNull());
  expect(path()).toBe('/operator/7');

  act(() => history.back());
  await eventually(() => expect(path()).toBe('/operator'));
});
