import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '@/i18n';
import { closeSheet, showOver } from '@/nav/sheets';
import { door, ours, room, said, text } from '../../../test/chat-door';
import { resetChat, show } from '../../../test/chat-screen';

vi.mock('@/nav/sheets');
vi.mock('@/data/domains/chat', async () => (await import('../../../test/chat-door')).door);
vi.mock('@/data/domains/push/push', async () => (await import('../../../test/chat-door')).pushDoor);
vi.mock(
  '@/data/engine/resources/use-resource',
  async () => (await import('../../../test/chat-door')).lookupDoor,
);

beforeAll(() => startI18n('en'));
beforeEach(resetChat);
afterEach(cleanup);

describe('the chat', () => {
  it('says new words of support aloud, but neither the history nor older pages', () => {
    const { next } = show(said(11, text('Old')));
    const aloud = () => document.querySelector('p[aria-live=polite].sr-only')!.textContent;
    expect(aloud()).toBe('');

    next(said(10, text('Older')), said(11, text('Old')));
    expect(aloud()).toBe('');

    next(said(10, text('Older')), said(11, text('Old')), said(12, text('New')), ours(13, text('Mine')));
    expect(aloud()).toBe('Support: New');
  });

  it('marks as read what is on the screen, once the page is looked at', () => {
    const looked = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    show(said(1, text('Hello')));
    expect(door.markRead).not.toHaveBeenCalled();

    looked.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));

    expect(door.markRead).toHaveBeenCalled();
  });

  it('offers the common questions as long as nothing was said, and a tap asks one', () => {
    const { next } = show();

    fireEvent.click(screen.getByRole('button', { name: "My deposit hasn't arrived" }));

    expect(door.sendText).toHaveBeenCalledExactlyOnceWith("My deposit hasn't arrived");
    next(ours(1, text("My deposit hasn't arrived")));
    expect(screen.queryByRole('button', { name: "I can't log in" })).toBeNull();
  });

  it('asks for earlier messages by a button too', () => {
    room.conversation = { ...room.conversation, hasOlder: true };
    show(said(11, text('Hello')));

    fireEvent.click(screen.getByRole('button', { name: 'Show earlier messages' }));

    expect(room.conversation.loadOlder).toHaveBeenCalled();
  });

  it('shows that support is typing', () => {
    room.conversation = { ...room.conversation, supportTyping: true };
    show(said(1, text('Hello')));

    expect(screen.getByText('Support is typing')).toBeTruthy();
  });

  it('says nothing of connecting to a visitor who has not said a word yet', () => {
    room.conversation = { ...room.conversation, connected: false };
    const { next } = show();
    expect(screen.getByRole('status').textContent).toBe('Connected');

    next(said(1, text('Hello')));

    expect(screen.getByRole('status').textContent).toBe('Connecting');
  });

  // spec 2.91a, 4.29
  it('is folded up by its logo', () => {
    show(said(1, text('Hello')));

    fireEvent.click(screen.getByRole('button', { name: 'Collapse the chat' }));

    expect(closeSheet).toHaveBeenCalled();
  });

  // spec 2.31
  it('is closed where the house has switched it off', () => {
    room.enabled = false;
    show(said(1, text('Hello')));

    expect(screen.getByText('The chat is closed for now')).toBeTruthy();
    expect(screen.queryByLabelText('Message')).toBeNull();
  });
});

describe('notifications', () => {
  const card = () => screen.queryByRole('region', { name: 'Know when support replies' });

  it('are offered once something was sent, and asked for by a tap alone', async () => {
    room.push = { ...room.push, state: 'off', turnOn: vi.fn(async () => true) };
    const { next } = show(said(1, text('Hello')));
    expect(card()).toBeNull();

    next(said(1, text('Hello')), ours(2, text('Hi')));
    expect(card()).not.toBeNull();
    expect(room.push.turnOn).not.toHaveBeenCalled();

    fireEvent.click(screen.getByRole('button', { name: /^Turn on notifications/ }));
    await waitFor(() => expect(room.push.turnOn).toHaveBeenCalledOnce());
  });

  it('lead to the steps of installing where only installed apps may have them', () => {
    room.push = { ...room.push, state: 'needs_install' };
    show(ours(1, text('Hi')));

    fireEvent.click(screen.getByRole('button', { name: /^See how to install/ }));

    expect(showOver).toHaveBeenCalledExactlyOnceWith('install');
    expect(room.push.turnOn).not.toHaveBeenCalled();
  });

  it('are not offered again to whoever said no', () => {
    room.push = { ...room.push, state: 'off' };
    show(ours(1, text('Hi')));
    fireEvent.click(screen.getByRole('button', { name: 'No, thanks' }));
    expect(card()).toBeNull();
    cleanup();

    show(ours(1, text('Hi')));

    expect(card()).toBeNull();
  });

  it.each(['on', 'denied', 'unsupported'] as const)('are not offered while they are %s', (state) => {
    room.push = { ...room.push, state };
    show(ours(1, text('Hi')));

    expect(card()).toBeNull();
  });
});
