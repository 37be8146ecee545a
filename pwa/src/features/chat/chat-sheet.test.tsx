import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as chat from '@/data/chat';
import type { AnyMessage, Conversation, ShownMessage } from '@/data/chat';
import type { Push } from '@/data/push';
import { startI18n } from '@/i18n';
import { Sheet } from '@/ui/sheet';
import ChatSheet from './chat-sheet';
import { setDraft } from './draft';

let conversation: Conversation;
let enabled: boolean;
let push: Push;

vi.mock('@/data/chat', () => ({
  TEXT_LIMIT: 2000,
  useConversation: () => conversation,
  sendText: vi.fn(),
  sendMedia: vi.fn(),
  sendPostback: vi.fn(),
  resend: vi.fn(),
  removeUnsent: vi.fn(),
  setTyping: vi.fn(),
  markRead: vi.fn(),
  mediaAddress: vi.fn(),
}));
vi.mock('@/data/push', () => ({ usePush: () => push }));
vi.mock('@/data/hooks/useLookup', () => ({
  useLookup: (name: string) => ({ data: name === 'info' ? { name: 'Krapao' } : { enableChatWidget: enabled }, asOf: null, loading: false }),
}));

const server = vi.mocked(chat);

beforeAll(() => startI18n('en'));
beforeEach(() => {
  localStorage.clear();
  setDraft('');
  enabled = true;
  push = { state: 'unsupported', turnOn: vi.fn(), turnOff: vi.fn(), showDetails: false, setShowDetails: vi.fn() };
  conversation = {
    messages: [],
    hasOlder: false,
    loadOlder: vi.fn(async () => {}),
    loading: false,
    supportTyping: false,
    supportReadSeq: 0,
    unread: 0,
    connected: true,
  };
  server.sendText.mockResolvedValue(true);
  server.sendPostback.mockResolvedValue();
  server.sendMedia.mockResolvedValue('ok');
  server.resend.mockResolvedValue();
  server.removeUnsent.mockResolvedValue();
  server.mediaAddress.mockImplementation(async (path) => ({ src: `/media/${path}`, thumb: `/media/${path}/thumb` }));
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const text = (payload: string): AnyMessage => ({ message_type: 'text', payload });

function said(seq: number, message: AnyMessage, more: Partial<ShownMessage> = {}): ShownMessage {
  const key = `k${seq}`;
  return { key, clientId: key, seq, sender: 'support', name: '', message, createdAt: '2026-11-21T06:58:00Z', delivery: 'sent', ...more };
}

const ours = (seq: number, message: AnyMessage, more: Partial<ShownMessage> = {}) => said(seq, message, { sender: 'customer', ...more });

function show(...messages: ShownMessage[]) {
  const onClose = vi.fn();
  const onInstall = vi.fn();
  const page = () => (
    <Sheet open onClose={onClose}>
      <ChatSheet onClose={onClose} onInstall={onInstall} />
    </Sheet>
  );
  conversation = { ...conversation, messages };
  const { rerender } = render(page());
  const then = (...next: ShownMessage[]) => {
    conversation = { ...conversation, messages: next };
    rerender(page());
  };
  return { onClose, onInstall, then };
}

const row = (words: string) => screen.getByText(words).closest<HTMLElement>('[role=listitem]')!;
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Message');
const type = (words: string) => fireEvent.change(field(), { target: { value: words } });
const picture = { message: '', url: false, fileType: 'image', filePath: 'chat/p1', name: 'slip.png', width: 400, height: 300 } as const;

describe('a message', () => {
  it('makes https addresses tappable, in a tab of their own that knows nothing of us', () => {
    show(said(1, text('See https://a.example/help or http://b.example')));

    const link = screen.getByRole('link');
    expect(link.getAttribute('href')).toBe('https://a.example/help');
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
  });

  it('with buttons opens, calls or answers', () => {
    const buttons = [
      { type: 'web', title: 'Help', payload: 'https://a.example/' },
      { type: 'call', title: 'Call', payload: '021234567' },
      { type: 'postback', title: 'A person', payload: 'HUMAN' },
      { type: 'web', title: 'Bad', payload: 'javascript:alert(1)' },
    ] as const;
    show(said(1, { message_type: 'buttons', payload: { text: 'Choose', buttons: [...buttons] } }));

    expect(screen.getByRole('link', { name: /^Help/ }).getAttribute('href')).toBe('https://a.example/');
    expect(screen.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:021234567');
    expect(screen.queryByRole('link', { name: /Bad/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'A person' }));
    expect(server.sendPostback).toHaveBeenCalledExactlyOnceWith({ title: 'A person', payload: 'HUMAN' });
  });

  it('with quick replies offers them while nothing was said since', () => {
    const asked = said(1, { message_type: 'quick_replies', payload: { text: 'Which?', quick_replies: [{ type: 'postback', title: 'Deposit', payload: 'D' }] } });
    const { then } = show(asked);

    fireEvent.click(screen.getByRole('button', { name: 'Deposit' }));
    expect(server.sendPostback).toHaveBeenCalledExactlyOnceWith({ title: 'Deposit', payload: 'D' });

    then(asked, ours(2, { message_type: 'postback', payload: { title: 'Deposit', payload: 'D' } }));
    expect(screen.queryByRole('list', { name: 'Quick replies' })).toBeNull();
    expect(row('Deposit')).toBeTruthy();
  });

  it('of cards shows each with its picture, words and buttons', () => {
    const card = (title: string) => ({ title, subtitle: `${title} more`, image_src: `/media/${title}`, buttons: [{ type: 'postback', title: `Take ${title}`, payload: title } as const] });
    show(said(1, { message_type: 'generic', payload: { elements: [card('One'), card('Two')] } }));

    const cards = within(screen.getByRole('list', { name: 'Cards from support' })).getAllByRole('listitem');
    expect(cards.filter((each) => each.getAttribute('aria-label')).map((each) => each.getAttribute('aria-label'))).toEqual(['Card 1 of 2', 'Card 2 of 2']);
    fireEvent.click(screen.getByRole('button', { name: 'Take Two' }));
    expect(server.sendPostback).toHaveBeenCalledExactlyOnceWith({ title: 'Take Two', payload: 'Two' });
  });

  it('with a picture opens it large, and gives way to the chat again', async () => {
    show(said(1, { message_type: 'media', payload: picture }));
    const open = screen.getByRole('button', { name: 'Open Picture from support' });
    await waitFor(() => expect(open.querySelector('img')?.getAttribute('src')).toBe('/media/chat/p1/thumb'));

    fireEvent.click(open);

    const large = await screen.findByRole('img', { name: 'Picture from support' });
    expect(large.getAttribute('src')).toBe('/media/chat/p1');
    fireEvent.click(screen.getByRole('button', { name: 'Close the picture' }));
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Picture from support' })).toBeNull());
  });

  it('with a picture that cannot be shown says so, and tries again by a tap', async () => {
    show(said(1, { message_type: 'media', payload: picture }));
    const button = screen.getByRole('button', { name: 'Open Picture from support' });
    await waitFor(() => expect(button.querySelector('img')).not.toBeNull());

    fireEvent.error(button.querySelector('img')!);
    fireEvent.click(screen.getByText('Could not be shown. Tap to try again'));

    await waitFor(() => expect(screen.getByRole('button', { name: 'Open Picture from support' })).toBeTruthy());
    expect(server.mediaAddress).toHaveBeenLastCalledWith('chat/p1', undefined);
  });

  it('with a file can be downloaded by its name', async () => {
    show(said(1, { message_type: 'media', payload: { ...picture, fileType: 'file', name: 'terms.pdf', size: 1_200_000 } }));

    const link = await screen.findByRole('link', { name: 'Download terms.pdf' });
    expect(link.getAttribute('download')).toBe('terms.pdf');
    expect(link.textContent).toContain('1.2 MB');
  });
});

describe('the state below a message', () => {
  it.each([
    ['sent', 'Sent'],
    ['read', 'Read'],
    ['sending', 'Sending'],
  ] as const)('tells %s', (delivery, word) => {
    show(ours(1, text('Hi'), { delivery }));

    expect(row('Hi').textContent).toContain(word);
  });

  it('tells of a failed one why, and offers to send it again or to delete it', () => {
    show(ours(1, text('Hi'), { delivery: 'failed', error: 'REQUEST_LIMIT', seq: undefined }));

    expect(row('Hi').textContent).toContain('Could not send');
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(server.resend).toHaveBeenCalledExactlyOnceWith('k1');
    expect(server.removeUnsent).toHaveBeenCalledExactlyOnceWith('k1');
  });

  it('says not sent yet of what waits, and never that it is on its way', () => {
    show(ours(1, text('Hi'), { delivery: 'not_sent', seq: undefined }));

    expect(row('Hi').textContent).toContain('Not sent yet');
  });

  it('calls a message that was written this moment no failure to send', () => {
    show(ours(1, text('Hi'), { delivery: 'not_sent', seq: undefined, createdAt: new Date().toISOString() }));

    expect(row('Hi').textContent).toContain('Sending');
  });

  it('of an upload counts the percent, and lets it be stopped', () => {
    show(ours(1, { message_type: 'media', payload: { ...picture, filePath: '' } }, { delivery: 'uploading', progress: 62, seq: undefined }));

    expect(screen.getByText('Sending picture 62%')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Stop sending' }));
    expect(server.removeUnsent).toHaveBeenCalledExactlyOnceWith('k1');
  });
});

describe('the composer', () => {
  beforeEach(() => {
    show(said(1, text('Hello')));
  });

  it('sends by Enter, and keeps Shift+Enter for a new line', async () => {
    type(' Where is my money? ');
    fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true });
    expect(server.sendText).not.toHaveBeenCalled();

    fireEvent.keyDown(field(), { key: 'Enter' });

    await waitFor(() => expect(server.sendText).toHaveBeenCalledExactlyOnceWith('Where is my money?'));
    expect(field().value).toBe('');
  });

  it('leaves an Enter alone that only chooses a word', () => {
    type('ເງິນ');
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });

    expect(server.sendText).not.toHaveBeenCalled();
  });

  it('sends nothing of white space', () => {
    type('  \n ');
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));

    expect(server.sendText).not.toHaveBeenCalled();
  });

  it('counts 2000 characters as people do, and sends none more', async () => {
    type('😀'.repeat(1990));
    expect(screen.getByText('10 characters left')).toBeTruthy();

    type('😀'.repeat(2001));
    expect(screen.getByText('1 character too long')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(server.sendText).not.toHaveBeenCalled();

    type('😀'.repeat(2000));
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(server.sendText).toHaveBeenCalledOnce());
  });

  it('gives the words back where they could not be kept', async () => {
    server.sendText.mockRejectedValue(new Error('disk'));
    type('Precious');

    fireEvent.click(screen.getByRole('button', { name: 'Send' }));

    await waitFor(() => expect(server.sendText).toHaveBeenCalled());
    await waitFor(() => expect(field().value).toBe('Precious'));
  });

  it('tells that one types, and that one has stopped', () => {
    type('H');
    expect(server.setTyping).toHaveBeenLastCalledWith(true);

    fireEvent.blur(field());
    expect(server.setTyping).toHaveBeenLastCalledWith(false);
  });

  const pick = (file: File) => fireEvent.change(screen.getByTestId('chat-file'), { target: { files: [file] } });

  it('shows a file before it is sent, and lets it be taken away again', async () => {
    pick(new File(['x'], 'slip.PNG', { type: 'image/png' }));
    expect(within(screen.getByRole('region', { name: 'File to send' })).getByText('slip.PNG')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Remove the file' }));
    expect(screen.queryByRole('region', { name: 'File to send' })).toBeNull();

    const file = new File(['x'], 'clip.mov', { type: 'video/quicktime' });
    pick(file);
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));

    await waitFor(() => expect(server.sendMedia).toHaveBeenCalledExactlyOnceWith(file));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'File to send' })).toBeNull());
  });

  it.each(['noextension', 'notes.txt', 'slip.png.exe'])('refuses %s with an alert', async (name) => {
    pick(new File(['x'], name));

    const alert = await screen.findByRole('alertdialog', { name: 'File is not supported' });
    expect(alert.textContent).toContain('mov, mp4, png, jpeg, jpg and gif');
    expect(server.sendMedia).not.toHaveBeenCalled();
  });

  it('names the limit of a file that is too large, and sends no words that speak of it', async () => {
    server.sendMedia.mockResolvedValue({ tooLargeMb: 20 });
    pick(new File(['x'], 'clip.mp4', { type: 'video/mp4' }));
    type('Here is the clip');

    fireEvent.click(screen.getByRole('button', { name: 'Send' }));

    const alert = await screen.findByRole('alertdialog', { name: 'The file is too large' });
    expect(alert.textContent).toContain('20 MB');
    expect(server.sendText).not.toHaveBeenCalled();
    expect(field().value).toBe('Here is the clip');
  });
});

describe('the chat', () => {
  it('says new words of support aloud, but neither the history nor older pages', () => {
    const { then } = show(said(11, text('Old')));
    const aloud = () => document.querySelector('p[aria-live=polite].sr-only')!.textContent;
    expect(aloud()).toBe('');

    then(said(10, text('Older')), said(11, text('Old')));
    expect(aloud()).toBe('');

    then(said(10, text('Older')), said(11, text('Old')), said(12, text('New')), ours(13, text('Mine')));
    expect(aloud()).toBe('Support: New');
  });

  it('marks as read what is on the screen, once the page is looked at', () => {
    const looked = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    show(said(1, text('Hello')));
    expect(server.markRead).not.toHaveBeenCalled();

    looked.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));

    expect(server.markRead).toHaveBeenCalled();
  });

  it('asks for earlier messages by a button too', () => {
    conversation = { ...conversation, hasOlder: true };
    show(said(11, text('Hello')));

    fireEvent.click(screen.getByRole('button', { name: 'Show earlier messages' }));

    expect(conversation.loadOlder).toHaveBeenCalled();
  });

  it('shows that support is typing', () => {
    conversation = { ...conversation, supportTyping: true };
    show(said(1, text('Hello')));

    expect(screen.getByText('Support is typing')).toBeTruthy();
  });

  it('is folded up by its logo', () => {
    const { onClose } = show(said(1, text('Hello')));

    fireEvent.click(screen.getByRole('button', { name: 'Collapse the chat' }));

    expect(onClose).toHaveBeenCalled();
  });

  it('is closed where the house has switched it off', () => {
    enabled = false;
    show(said(1, text('Hello')));

    expect(screen.getByText('The chat is closed for now')).toBeTruthy();
    expect(screen.queryByLabelText('Message')).toBeNull();
  });
});

describe('notifications', () => {
  const card = () => screen.queryByRole('region', { name: 'Tell me when support answers' });

  it('are offered once something was sent, and asked for by a tap alone', async () => {
    push = { ...push, state: 'off', turnOn: vi.fn(async () => true) };
    const { then } = show(said(1, text('Hello')));
    expect(card()).toBeNull();

    then(said(1, text('Hello')), ours(2, text('Hi')));
    expect(card()).not.toBeNull();
    expect(push.turnOn).not.toHaveBeenCalled();

    fireEvent.click(screen.getByRole('button', { name: /^Turn on notifications/ }));
    await waitFor(() => expect(push.turnOn).toHaveBeenCalledOnce());
  });

  it('lead to the steps of installing where only installed apps may have them', () => {
    push = { ...push, state: 'needs_install' };
    const { onInstall } = show(ours(1, text('Hi')));

    fireEvent.click(screen.getByRole('button', { name: /^See how to install/ }));

    expect(onInstall).toHaveBeenCalledOnce();
    expect(push.turnOn).not.toHaveBeenCalled();
  });

  it('are not offered again to whoever said no', () => {
    push = { ...push, state: 'off' };
    show(ours(1, text('Hi')));
    fireEvent.click(screen.getByRole('button', { name: 'No, thanks' }));
    expect(card()).toBeNull();
    cleanup();

    show(ours(1, text('Hi')));

    expect(card()).toBeNull();
  });

  it.each(['on', 'denied', 'unsupported'] as const)('are not offered while they are %s', (state) => {
    push = { ...push, state };
    show(ours(1, text('Hi')));

    expect(card()).toBeNull();
  });
});
