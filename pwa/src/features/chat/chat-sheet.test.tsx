import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '@/i18n';
import { closeSheet, showSheetOver } from '@/nav/sheets';
import { chatMock, createOurMessage, room, supportMessage, text } from '../../../test/chat-mocks';
import { resetChat, renderChat } from '../../../test/chat-screen';

vi.mock('@/nav/sheets');
vi.mock('@/data/domains/chat', async () => (await import('../../../test/chat-mocks')).chatMock);
vi.mock('@/data/domains/push/push', async () => (await import('../../../test/chat-mocks')).pushServer);
vi.mock(
  '@/data/engine/resources/use-resource',
  async () => (await import('../../../test/chat-mocks')).lookupServer,
);

beforeAll(() => startI18n('en'));
beforeEach(resetChat);
afterEach(cleanup);

describe('the chat', () => {
  it('new messages of support are announced, the history and older pages are not', () => {
    const { next } = renderChat(supportMessage(11, text('Old')));
    const readAnnouncement = () => document.querySelector('p[aria-live=polite].sr-only')!.textContent;
    expect(readAnnouncement()).toBe('');

    next(supportMessage(10, text('Older')), supportMessage(11, text('Old')));
    expect(readAnnouncement()).toBe('');

    next(
      supportMessage(10, text('Older')),
      supportMessage(11, text('Old')),
      supportMessage(12, text('New')),
      createOurMessage(13, text('Mine')),
    );
    expect(readAnnouncement()).toBe('Support: New');
  });

  it('visible messages are marked as read once the page is visible', () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    renderChat(supportMessage(1, text('Hello')));
    expect(chatMock.markRead).not.toHaveBeenCalled();

    visibility.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));

    expect(chatMock.markRead).toHaveBeenCalled();
  });

  it('common questions are offered until something is sent, and a tap sends the question', () => {
    const { next } = renderChat();

    fireEvent.click(screen.getByRole('button', { name: "My deposit hasn't arrived" }));

    expect(chatMock.sendText).toHaveBeenCalledExactlyOnceWith("My deposit hasn't arrived");
    next(createOurMessage(1, text("My deposit hasn't arrived")));
    expect(screen.queryByRole('button', { name: "I can't log in" })).toBeNull();
  });

  it('earlier messages can be loaded by a button too', () => {
    room.conversation = { ...room.conversation, hasOlder: true };
    renderChat(supportMessage(11, text('Hello')));

    fireEvent.click(screen.getByRole('button', { name: 'Show earlier messages' }));

    expect(room.conversation.loadOlder).toHaveBeenCalled();
  });

  it('the chat shows that support is typing', () => {
    room.conversation = { ...room.conversation, supportTyping: true };
    renderChat(supportMessage(1, text('Hello')));

    expect(screen.getByText('Support is typing')).toBeTruthy();
  });

  it('a chat without messages is shown as connected, although a guest has no connection yet', () => {
    room.conversation = { ...room.conversation, connected: false };
    const { next } = renderChat();
    expect(screen.getByRole('status').textContent).toBe('Connected');

    next(supportMessage(1, text('Hello')));

    expect(screen.getByRole('status').textContent).toBe('Connecting');
  });

  // spec 2.91a, 4.29
  it('the logo collapses the chat', () => {
    renderChat(supportMessage(1, text('Hello')));

    fireEvent.click(screen.getByRole('button', { name: 'Collapse the chat' }));

    expect(closeSheet).toHaveBeenCalled();
  });

  // spec 2.31
  it('the chat is closed if the site has switched it off', () => {
    room.enabled = false;
    renderChat(supportMessage(1, text('Hello')));

    expect(screen.getByText('The chat is closed for now')).toBeTruthy();
    expect(screen.queryByLabelText('Message')).toBeNull();
  });
});

describe('notifications', () => {
  const findOfferCard = () => screen.queryByRole('region', { name: 'Know when support replies' });

  it('notifications are offered after the first message, and requested only by a tap', async () => {
    room.push = { ...room.push, state: 'off', turnOn: vi.fn(async () => true) };
    const { next } = renderChat(supportMessage(1, text('Hello')));
    expect(findOfferCard()).toBeNull();

    next(supportMessage(1, text('Hello')), createOurMessage(2, text('Hi')));
    expect(findOfferCard()).not.toBeNull();
    expect(room.push.turnOn).not.toHaveBeenCalled();

    fireEvent.click(screen.getByRole('button', { name: /^Turn on notifications/ }));
    await waitFor(() => expect(room.push.turnOn).toHaveBeenCalledOnce());
  });

  it('the offer of notifications opens the installation steps if only installed apps may have them', () => {
    room.push = { ...room.push, state: 'needs_install' };
    renderChat(createOurMessage(1, text('Hi')));

    fireEvent.click(screen.getByRole('button', { name: /^See how to install/ }));

    expect(showSheetOver).toHaveBeenCalledExactlyOnceWith('install');
    expect(room.push.turnOn).not.toHaveBeenCalled();
  });

  it('notifications are not offered again after a refusal', () => {
    room.push = { ...room.push, state: 'off' };
    renderChat(createOurMessage(1, text('Hi')));
    fireEvent.click(screen.getByRole('button', { name: 'No, thanks' }));
    expect(findOfferCard()).toBeNull();
    cleanup();

    renderChat(createOurMessage(1, text('Hi')));

    expect(findOfferCard()).toBeNull();
  });

  it.each(['on', 'denied', 'unsupported'] as const)(
    'notifications are not offered while they are %s',
    (state) => {
      room.push = { ...room.push, state };
      renderChat(createOurMessage(1, text('Hi')));

      expect(findOfferCard()).toBeNull();
    },
  );
});
